/* SPDX-License-Identifier: Apache-2.0: in C++ there is nothing to define. */
