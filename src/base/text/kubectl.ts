/** What follows `kubectl` where something says the namespace; without it, kubectl takes that of the caller. */
export function inNamespace(namespace: string | undefined): string {
  return namespace === undefined || namespace === '' ? '' : ` -n ${namespace}`;
}
