/*
 * Names of GPU series that people write beside the DCGM exporter, which calls them otherwise. Some are of other exporters: nvidia_gpu_prometheus_exporter (archived), nvidia-smi
 * wrappers, Triton.
 */

/** By what is in the name, behind `nvidia_gpu_`, `nvidia_smi_`, `gpu_` or `DCGM_`. */
export const GPU_BY_MEANING: ReadonlyArray<readonly [parts: readonly RegExp[], series: string]> = [
  [[/memory/i, /total|size/i], 'DCGM_FI_DEV_FB_USED + DCGM_FI_DEV_FB_FREE, both in MiB'],
  [[/memory/i, /free/i], 'DCGM_FI_DEV_FB_FREE, in MiB'],
  [[/memory/i, /temp/i], 'DCGM_FI_DEV_MEMORY_TEMP'],
  [[/memory/i], 'DCGM_FI_DEV_FB_USED, in MiB'],
  [[/util|duty/i], 'DCGM_FI_DEV_GPU_UTIL, 0 to 100'],
  [[/temp/i], 'DCGM_FI_DEV_GPU_TEMP'],
  [[/power/i], 'DCGM_FI_DEV_POWER_USAGE, in watts'],
  [[/xid|error/i], 'DCGM_FI_DEV_XID_ERRORS'],
];

/** How names of other exporters begin. */
export const OTHER_GPU_SERIES = /^nvidia_(?:gpu|smi)_/;
