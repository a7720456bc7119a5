/* SPDX-License-Identifier: Apache-2.0: NVRTC knows memcpy and its like by itself. */
