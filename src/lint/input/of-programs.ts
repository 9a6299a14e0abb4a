import { PlainObject } from '../../base/plain';

/*
 * How the files are known by which kustomize and Helm make manifests.
 *
 * Source: kustomize api/konfig/general.go RecognizedKustomizationFileNames (v0.19); helm.sh/docs/topics/charts, The Chart File Structure
 */

/** The names that a folder's kustomization may have, in the order in which they are looked for here; a folder with two of them is refused. */
export const KUSTOMIZATIONS: readonly string[] = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** Whether a name without folders is that of a chart's description. */
export function isChart(name: string): boolean {
  return /^Chart\.ya?ml$/.test(name);
}

/** Whether a file is kustomize's own, by its name without folders or by what it says. */
export function isKustomization(name: string, { apiVersion }: PlainObject): boolean {
  return KUSTOMIZATIONS.includes(name) || isKustomize(apiVersion);
}

/** Whether an apiVersion is that of kustomize's own files. */
export function isKustomize(apiVersion: unknown): boolean {
  return typeof apiVersion === 'string' && apiVersion.startsWith('kustomize.config.k8s.io/');
}
