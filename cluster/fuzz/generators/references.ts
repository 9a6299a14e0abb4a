import * as kplus from 'cdk8s-plus-28';
import * as fc from 'fast-check';
import { Expressions, Setting, calls, literals, maps, members, mostly, oneOf, sometimes, struct, remembered } from './combinators';
import { formed, names } from './texts';
import { Expression, call, construct, list, literal, object, path } from '../expression';

/** Stands for a construct id until the program is whole; every one becomes another id. */
export const FRESH = literal('\u0001');

/** The id of a construct. */
export const fresh: Expressions = fc.constant(FRESH);

export const chart: Expressions = fc.constant(path('chart'));

function imported(factory: string, name: fc.Arbitrary<string>): Expressions {
  return calls(factory, chart, fresh, literals(name));
}

export const configMap = remembered((setting: Setting): Expressions => {
  return imported('kplus.ConfigMap.fromConfigMapName', names(setting, 'settings', 'settings.v1'));
});

export const secret = remembered((setting: Setting): Expressions => {
  return imported('kplus.Secret.fromSecretName', names(setting, 'credentials', 'tls.v1'));
});

export function serviceAccount(setting: Setting): Expressions {
  return imported('kplus.ServiceAccount.fromServiceAccountName', names(setting, 'trainer'));
}

/** A claim that exists elsewhere, or one of the app. */
export const claim = remembered((setting: Setting): Expressions => {
  return oneOf(imported('kplus.PersistentVolumeClaim.fromClaimName', names(setting, 'weights')), madeClaim(setting));
});

/** One that pods on several nodes may mount. */
export const sharedClaim = remembered((setting: Setting): Expressions => madeClaim(setting, { READ_WRITE_MANY: '' }));

/** One for a single pod is of little use to what may have several. */
function madeClaim(setting: Setting, usual: object = { READ_WRITE_MANY: '', READ_WRITE_ONCE: '' }): Expressions {
  const modes = (enumeration: object) => members('kplus.PersistentVolumeAccessMode', enumeration);
  return mostly(setting, modes(usual), modes(kplus.PersistentVolumeAccessMode)).map(mode =>
    construct('kplus.PersistentVolumeClaim', path('chart'), FRESH, object({ accessModes: list([mode]), storage: call('Size.gibibytes', literal(200)) })));
}

/** Labels and annotations; `extra` is what else the caller wants in the metadata. */
export function metadata(setting: Setting, extra: { readonly namespace?: fc.Arbitrary<Expression | undefined> } = {}): Expressions {
  return struct<{ labels: unknown; annotations: unknown; namespace: unknown }>({
    labels: sometimes(labels(setting)),
    annotations: sometimes(annotations(setting)),
    namespace: extra.namespace ?? fc.constant(undefined),
  });
}

/** Where workloads of a program may live besides the chart's own namespace. */
export const NAMESPACES = ['ml', 'research'];

export function namespaces(setting: Setting): Expressions {
  return formed(setting, fc.constantFrom(...NAMESPACES));
}

const KEYS = ['team', 'example.com/tier', 'app', 'app.kubernetes.io/name', 'app.kubernetes.io/part-of'];
const ODD_KEYS = [
  '', 'a/', '/a', 'a/b/c', 'A B', 'x'.repeat(63), 'x'.repeat(64), `${'a'.repeat(254)}/x`, 'EXAMPLE.com/x', 'cdk8s-ai-workloads/name', 'cdk8s-ai-workloads/other',
  'pod-template-hash', 'controller-revision-hash', 'batch.kubernetes.io/job-name', 'kueue.x-k8s.io/queue-name', 'leaderworkerset.sigs.k8s.io/name', '__proto__', 'constructor',
];

export const labels = remembered((setting: Setting): Expressions => {
  return dictionary(setting, formed(setting, fc.constantFrom('a', '1', 'true', 'on', '', 'v1.2_3-4', 'x'.repeat(63))));
});

export const annotations = remembered((setting: Setting): Expressions => {
  return dictionary(setting, formed(setting, fc.constantFrom('a', 'true', '0x1F', 'a\nb: c\n', '{"a": 1}', '', '\u65e5\u672c')));
});

function dictionary(setting: Setting, value: Expressions): Expressions {
  return mapsOf(setting, KEYS, ODD_KEYS, value);
}

/** Labels of nodes. */
export const nodeLabels = remembered((setting: Setting): Expressions => {
  return mapsOf(setting, ['pool', 'example.com/rack', 'kubernetes.io/arch'], [...ODD_KEYS, 'nvidia.com/gpu.product', 'karpenter.sh/capacity-type'],
    formed(setting, fc.constantFrom('gpu', 'amd64', 'true', '7')));
});

/** Labels by which somebody tells spot nodes from others, besides those that workloads ask for. */
export const spotLabels = remembered((setting: Setting): Expressions => {
  return mapsOf(setting, ['example.com/life', 'spot'], [...ODD_KEYS, 'pool', 'karpenter.sh/capacity-type'], formed(setting, fc.constantFrom('short', 'true')));
});

function mapsOf(setting: Setting, usual: readonly string[], odd: readonly string[], value: Expressions): Expressions {
  return maps(mostly(setting, fc.constantFrom(...usual), fc.constantFrom(...odd)), value, 3, 1);
}
