/** A field of the data centre GPU manager, as its exporter's counter file lists it. */
interface GpuCounter {
  readonly field: string;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
}

/**
 * Counters that need no privilege. The profiling ones (DCGM_FI_PROF_…) are left out: reading them takes SYS_ADMIN, and one reader at a time for each GPU.
 *
 * Source: NVIDIA/dcgm-exporter etc/default-counters.csv (4.8), dcgm-exporter#407
 */
const COUNTERS: readonly GpuCounter[] = [
  { field: 'DCGM_FI_DEV_SM_CLOCK', type: 'gauge', help: 'SM clock frequency (MHz)' },
  { field: 'DCGM_FI_DEV_MEM_CLOCK', type: 'gauge', help: 'Memory clock frequency (MHz)' },
  { field: 'DCGM_FI_DEV_GPU_TEMP', type: 'gauge', help: 'GPU temperature (C)' },
  { field: 'DCGM_FI_DEV_MEMORY_TEMP', type: 'gauge', help: 'Memory temperature (C)' },
  { field: 'DCGM_FI_DEV_POWER_USAGE', type: 'gauge', help: 'Power draw (W)' },
  { field: 'DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION', type: 'counter', help: 'Energy since the driver was loaded (mJ)' },
  { field: 'DCGM_FI_DEV_GPU_UTIL', type: 'gauge', help: 'Share of time in which a kernel ran (%)' },
  { field: 'DCGM_FI_DEV_MEM_COPY_UTIL', type: 'gauge', help: 'Share of time in which memory was read or written (%)' },
  { field: 'DCGM_FI_DEV_FB_USED', type: 'gauge', help: 'Device memory used (MiB)' },
  { field: 'DCGM_FI_DEV_FB_FREE', type: 'gauge', help: 'Device memory free (MiB)' },
  { field: 'DCGM_FI_DEV_PCIE_REPLAY_COUNTER', type: 'counter', help: 'PCIe retries' },
  { field: 'DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL', type: 'counter', help: 'NVLink traffic over all lanes' },
  { field: 'DCGM_FI_DEV_XID_ERRORS', type: 'gauge', help: 'Last XID error' },
  { field: 'DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS', type: 'counter', help: 'Rows remapped for uncorrectable errors' },
  { field: 'DCGM_FI_DEV_ROW_REMAP_FAILURE', type: 'gauge', help: 'Whether a row could not be remapped' },
];

/** The counter file that the exporter reads: field, type and help in a line. */
export function counterFile(): string {
  return `${COUNTERS.map(({ field, type, help }) => `${field}, ${type}, ${help}`).join('\n')}\n`;
}
