import * as path from 'path';
import { isChart, isKustomization, isKustomize } from './of-programs';
import { isAssertion, isChainsaw } from './tests-of-others';
import { PlainObject, isObject } from '../../base/plain';

/** A kind of file that often lies beside manifests and is none. */
interface OtherFile {
  readonly what: string;
  /** How to get manifests from it, or from the folder that it is in; absent where it makes none. */
  readonly help?: (folder: string) => string;
  /** Whether a map without kind is such a file; `file` is its name without folders. */
  readonly isIt: (file: string, content: PlainObject) => boolean;
  /** It may have a kind, as manifests have. */
  readonly hasKind?: boolean;
}

const HELM = (folder: string) => `render the chart: helm template ${folder} | cdk8s-ai lint -, or add --render`;
const KUSTOMIZE = (folder: string) => `build it: kubectl kustomize ${folder} | cdk8s-ai lint -, or add --render`;

/** The first match counts. Recognised by a fixed file name, or by fields that no other program has. */
const OTHERS: readonly OtherFile[] = [
  { what: 'the description of a Helm chart', help: HELM, isIt: (file, { apiVersion, name }) => isChart(file) || ((apiVersion === 'v1' || apiVersion === 'v2') && typeof name === 'string') },
  { what: 'the values of a Helm chart', help: HELM, isIt: isValues, hasKind: true },
  { what: 'a kustomization', help: KUSTOMIZE, isIt: (file, content) => (content.apiVersion === undefined || content.kind === undefined ? isKustomization(file, content) : isKustomize(content.apiVersion)), hasKind: true },
  {
    what: 'a Compose file',
    help: () => 'it is for docker compose; kompose convert makes manifests of it',
    isIt: (file, { services }) => /^(docker-)?compose([-.].*)?\.ya?ml$/.test(file) || (isObject(services) && Object.values(services).some(each => isObject(each) && (each.image ?? each.build) !== undefined)),
  },
  { what: 'a test of Chainsaw', isIt: (_, { apiVersion }) => isChainsaw(apiVersion), hasKind: true },
  { what: 'what a test of KUTTL compares with', isIt: isAssertion, hasKind: true },
  { what: 'a kubeconfig', isIt: (_, content) => isKubeconfig(content), hasKind: true },
  // Source: siderolabs/talos pkg/machinery/config (v1.11): the core group of Kubernetes has no such version.
  { what: 'the configuration of a Talos machine', isIt: (_, { apiVersion, metadata }) => apiVersion === 'v1alpha1' && metadata === undefined, hasKind: true },
  { what: 'a package of Zarf or UDS', isIt: (_, { apiVersion, kind }) => apiVersion === undefined && /^(?:Zarf[A-Z]|UDSBundle$)/.test(String(kind)), hasKind: true },
  // Source: kustomize api/types/kustomization.go, directives of strategic merges (v0.19)
  { what: 'a patch for a kustomization', isIt: (_, { $patch }) => typeof $patch === 'string', hasKind: true },
  { what: 'a machine configuration in Butane', help: () => 'make one of it: butane FILE', isIt: (_, { variant, version }) => typeof variant === 'string' && typeof version === 'string' },
  { what: 'a workload of Score', help: () => 'make manifests of it: score-k8s generate FILE', isIt: (_, { apiVersion }) => typeof apiVersion === 'string' && apiVersion.startsWith('score.dev/') },
  { what: 'a blueprint of authentik', isIt: (_, { version, entries }) => version !== undefined && Array.isArray(entries) },
  // Source: istio operator/pkg/apis (v1.27), a file that `istioctl -f` merges into a profile
  { what: 'settings of istioctl', help: () => 'make manifests of it: istioctl manifest generate -f FILE', isIt: (_, { apiVersion, metadata }) => typeof apiVersion === 'string' && apiVersion.startsWith('install.istio.io/') && (!isObject(metadata) || metadata.name === undefined), hasKind: true },
  { what: 'encrypted as a whole by SOPS', isIt: (_, { kind }) => typeof kind === 'string' && kind.startsWith('ENC['), hasKind: true },
  { what: 'what cdk8s-cli notes about the constructs of an app', isIt: file => file === 'construct-metadata.json' },
  { what: 'a workflow of GitHub Actions', isIt: (_, { jobs, on, true: switched }) => isObject(jobs) && (on ?? switched) !== undefined },
  { what: 'the configuration of cdk8s', help: () => 'check what it writes: cdk8s-ai lint dist/', isIt: file => file === 'cdk8s.yaml' },
  { what: 'the configuration of these checks', isIt: file => file === '.cdk8s-ai.yaml' },
  { what: 'the description of a Node.js package', isIt: file => /^package(-lock)?\.json$/.test(file) },
];

/** `values.yaml`, `values-prod.yaml`, `ci/daemonset-values.yaml`; charts have a `kind` among their values, and no apiVersion. */
function isValues(file: string, { apiVersion }: PlainObject): boolean {
  return apiVersion === undefined && /\.ya?ml$/.test(file) && file.split(/[-._]/).includes('values');
}

/** Which other program a document belongs to, if that is known. */
export function otherFile(file: string, content: unknown): { readonly what: string; readonly help?: string } | undefined {
  if (typeof content === 'string' && content.startsWith('$ANSIBLE_VAULT;')) {
    return { what: 'encrypted by Ansible Vault' };
  }
  if (!isObject(content)) {
    return undefined;
  }
  const name = path.basename(file);
  const found = OTHERS.find(({ isIt, hasKind }) => (content.kind === undefined || hasKind === true) && isIt(name, content));
  return found && { what: found.what, help: found.help?.(path.dirname(file)) };
}

/** A kubeconfig has the apiVersion `v1` like a manifest, but is no API object. */
function isKubeconfig({ apiVersion, kind, clusters, contexts }: PlainObject): boolean {
  return apiVersion === 'v1' && kind === 'Config' && Array.isArray(clusters) && Array.isArray(contexts);
}

/** Actions with Helm's own objects and blocks. Valid manifests may contain {{ … }} too: Prometheus' alerts, Argo's workflows. */
const TEMPLATE = /\{\{-?\s{0,20}(?:(?:(?!\{\{)[^}\n]){0,200}[ (]|)(?:\.Values|\.Release|\.Chart|\.Capabilities|include\s+"|template\s+")|^[ \t]*\{\{-?\s{0,20}(?:if|range|with|end|else|define|include|template|toYaml)\b/m;

/** Whether a text contains actions of a Helm template. */
export function hasTemplateActions(text: Buffer): boolean {
  return text.includes('{{') && TEMPLATE.test(text.toString('utf8'));
}

/**
 * A value, an item or a line that begins with `{{`: YAML takes it for a map, so the template is another program's. Or a line that is nothing but a place to fill in:
 * `<ANNOTATIONS>`.
 */
const OTHER_TEMPLATE = /^[ \t]*(?:(?:- )?(?:[\w."\/-]{1,100}:[ \t]*)?\{\{|<[A-Z][A-Z0-9_]{1,100}>[ \t]*$)/m;

/** Whether a text that cannot be read is a template of any program. */
export function isOtherTemplate(text: Buffer): boolean {
  return OTHER_TEMPLATE.test(text.toString('utf8'));
}

/**
 * Instructions of ytt, which are comments to YAML: a document with them is a function, an overlay, or lacks the values that they give.
 *
 * Source: carvel.dev/ytt/docs (v0.52), ytt Syntax
 */
const YTT = /^[ \t]*#@(?:[ \t]{0,20}(?:load\(|def\b|if\b|for\b|end\b)|overlay\/|data\/values|schema\/)|: #@ /m;

/** Whether a text is for ytt. */
export function isYtt(text: Buffer): boolean {
  return text.includes('#@') && YTT.test(text.toString('utf8'));
}

/** Whether an object is an unrendered template: its name, namespace or labels contain actions. */
export function isUnrendered({ metadata }: PlainObject): boolean {
  return metadata !== undefined && TEMPLATE.test(JSON.stringify(metadata).replaceAll('\\"', '"'));
}

export const HELM_TEMPLATE = { what: 'looks like a Helm template that was not rendered', help: HELM('CHART') };
export const YTT_TEMPLATE = { what: 'is a template or an overlay of ytt', help: 'render the folder: ytt -f FOLDER | cdk8s-ai lint -' };
export const OTHER_TEMPLATE_FOUND = { what: 'looks like a template that was not rendered', help: 'render it with the program that it is for, and check what comes of it' };
