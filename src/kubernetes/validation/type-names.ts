/**
 * Fields that the API server names by its own types, or by a slip of case, in the paths of its errors, as manifests have them. Whoever compares paths of
 * both kinds goes by the manifest's.
 * Source: pkg/apis/core/validation/validation.go validateHostUsers, ValidateServiceSpec, validateVolumeSource, ValidateTemplateObjectMeta (v1.36)
 */
const AS_WRITTEN: ReadonlyMap<string, string> = new Map([
  ['HostPID', 'hostPID'], ['HostIPC', 'hostIPC'], ['LoadBalancerSourceRanges', 'loadBalancerSourceRanges'],
  ['cephFS', 'cephfs'], ['initiatorname', 'initiatorName'], ['uID', 'uid'],
]);

/** A path of the API server as the manifest has it: `spec.hostPID` for its `spec.HostPID`. */
export function pathAsWritten(field: string): string {
  return field.replace(/(?<=^|\.)\w+(?=$|[.[])/g, word => AS_WRITTEN.get(word) ?? word);
}
