import { ExportedSeries } from './exported-series';

/*
 * What NVIDIA's DCGM exporter says of GPUs. Which of it is exported, a file of counters says; those of the default file are rows without a condition.
 * Source: dcgm-exporter etc/default-counters.csv, internal/pkg/rendermetrics/render_metrics.go (4.5.3-4.8.2)
 */

const SOURCE = 'dcgm-exporter etc/default-counters.csv (4.5.3-4.8.2)';

/** The device, and the pod that has it where DCGM_EXPORTER_KUBERNETES is set; `hostname` was `Hostname` before 4.8.2. */
const LABELS = ['gpu', 'UUID', 'pci_bus_id', 'device', 'modelName', 'hostname', 'namespace', 'pod', 'container', 'GPU_I_PROFILE', 'GPU_I_ID'] as const;

function gauge(name: string, unit: string, condition?: string): ExportedSeries {
  return { name: `DCGM_FI_${name}`, type: 'gauge', unit, labels: LABELS, source: SOURCE, condition };
}

function counter(name: string, unit: string, condition?: string): ExportedSeries {
  return { ...gauge(name, unit, condition), type: 'counter' };
}

/** Commented out in the default file. */
const OFF = 'a row in the file of counters (DCGM_EXPORTER_COLLECTORS)';
/** Hardware counters of data center GPUs, which one reader may ask at a time. */
const PROFILING = 'a data center GPU, and no other profiler on it';

export const DCGM_SERIES: readonly ExportedSeries[] = [
  gauge('DEV_SM_CLOCK', 'MHz'),
  gauge('DEV_MEM_CLOCK', 'MHz'),
  gauge('DEV_MEMORY_TEMP', 'degrees Celsius'),
  gauge('DEV_GPU_TEMP', 'degrees Celsius'),
  gauge('DEV_POWER_USAGE', 'watts'),
  counter('DEV_TOTAL_ENERGY_CONSUMPTION', 'millijoules'),
  counter('DEV_PCIE_REPLAY_COUNTER', 'retries'),
  gauge('DEV_GPU_UTIL', 'percent 0 to 100'),
  gauge('DEV_MEM_COPY_UTIL', 'percent 0 to 100'),
  gauge('DEV_ENC_UTIL', 'percent 0 to 100'),
  gauge('DEV_DEC_UTIL', 'percent 0 to 100'),
  gauge('DEV_XID_ERRORS', 'number of the last XID error, 0 for none'),
  gauge('DEV_FB_FREE', 'MiB'),
  gauge('DEV_FB_USED', 'MiB'),
  gauge('DEV_FB_RESERVED', 'MiB'),
  counter('DEV_NVLINK_BANDWIDTH_TOTAL', 'see DCGM'),
  gauge('DEV_VGPU_LICENSE_STATUS', 'state'),
  counter('DEV_UNCORRECTABLE_REMAPPED_ROWS', 'rows'),
  counter('DEV_CORRECTABLE_REMAPPED_ROWS', 'rows'),
  gauge('DEV_ROW_REMAP_FAILURE', 'whether'),
  gauge('PROF_GR_ENGINE_ACTIVE', 'ratio 0 to 1', PROFILING),
  gauge('PROF_PIPE_TENSOR_ACTIVE', 'ratio 0 to 1', PROFILING),
  gauge('PROF_DRAM_ACTIVE', 'ratio 0 to 1', PROFILING),
  gauge('PROF_PCIE_TX_BYTES', 'bytes a second', PROFILING),
  gauge('PROF_PCIE_RX_BYTES', 'bytes a second', PROFILING),

  counter('DEV_POWER_VIOLATION', 'nanoseconds', OFF),
  counter('DEV_THERMAL_VIOLATION', 'nanoseconds', OFF),
  counter('DEV_SYNC_BOOST_VIOLATION', 'nanoseconds', OFF),
  counter('DEV_BOARD_LIMIT_VIOLATION', 'nanoseconds', OFF),
  counter('DEV_LOW_UTIL_VIOLATION', 'nanoseconds', OFF),
  counter('DEV_RELIABILITY_VIOLATION', 'nanoseconds', OFF),
  counter('DEV_ECC_SBE_VOL_TOTAL', 'errors', OFF),
  counter('DEV_ECC_DBE_VOL_TOTAL', 'errors', OFF),
  counter('DEV_ECC_SBE_AGG_TOTAL', 'errors', OFF),
  counter('DEV_ECC_DBE_AGG_TOTAL', 'errors', OFF),
  counter('DEV_RETIRED_SBE', 'pages', OFF),
  counter('DEV_RETIRED_DBE', 'pages', OFF),
  counter('DEV_RETIRED_PENDING', 'pages', OFF),
  counter('DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL', 'errors', OFF),
  counter('DEV_NVLINK_CRC_DATA_ERROR_COUNT_TOTAL', 'errors', OFF),
  counter('DEV_NVLINK_REPLAY_ERROR_COUNT_TOTAL', 'errors', OFF),
  counter('DEV_NVLINK_RECOVERY_ERROR_COUNT_TOTAL', 'errors', OFF),
  counter('DEV_NVLINK_BANDWIDTH_L0', 'see DCGM', OFF),
  gauge('PROF_SM_ACTIVE', 'ratio 0 to 1', OFF),
  gauge('PROF_SM_OCCUPANCY', 'ratio 0 to 1', OFF),
  gauge('PROF_PIPE_FP64_ACTIVE', 'ratio 0 to 1', OFF),
  gauge('PROF_PIPE_FP32_ACTIVE', 'ratio 0 to 1', OFF),
  gauge('PROF_PIPE_FP16_ACTIVE', 'ratio 0 to 1', OFF),
];

/**
 * XID errors that a program makes on a device that is well: those that the device plugin looks past as well.
 *
 * Source: k8s-device-plugin internal/rm/health.go (v0.17): application errors
 */
export const XID_OF_PROGRAMS: readonly number[] = [13, 31, 43, 45, 68, 109];
