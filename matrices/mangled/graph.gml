Creator "igraph"
Version 1
graph
[
  directed 0
  node [ id 1 ]
]
