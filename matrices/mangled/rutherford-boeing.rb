title of a matrix                                                       key
             2             1             1             1
rsa                        2             2             2             0
(8I10)          (8I10)          (4E20.12)
         1         2         3
         1         2
  1.0 2.0
