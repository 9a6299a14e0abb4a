/**
 * Metrics of how busy a device is, by parts of their names: queries and adapters write them in many forms. Source: dcgm-exporter etc/default-counters.csv (4.8),
 * ROCm/device-metrics-exporter gpu metrics (v1.4), GKE system metrics (duty_cycle), nvidia_gpu_exporter
 */
export const DEVICE_UTILIZATION = /DCGM_FI_DEV_GPU_UTIL|DCGM_FI_PROF_(?:GR_ENGINE|SM|PIPE_TENSOR)_ACTIVE|nvidia_smi_utilization_gpu|gpu_gfx_activity|accelerator[/_|]duty_cycle|(?:^|[^a-z])(?:gpu|nvidia|accelerator)[_-](?:gpu[_-])?util(?:i[sz]ation)?(?![a-z])/i;

/** Metrics of the memory of a device in use. Source: dcgm-exporter etc/default-counters.csv (4.8); GKE system metrics (memory_used) */
export const DEVICE_MEMORY = /DCGM_FI_DEV_FB_(?:USED|FREE)|nvidia_smi_memory_used|gpu_used_vram|accelerator[/_|]memory_used|(?:^|[^a-z])gpu[_-](?:memory|mem|vram)[_-](?:used|usage|util(?:i[sz]ation)?)(?![a-z])/i;
