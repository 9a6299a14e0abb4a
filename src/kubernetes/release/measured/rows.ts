/** Rows of a measured table: by kind, then by path. */
export type Rows = { readonly [section: string]: { readonly [path: string]: string } };

/** Prefix of the pod's paths in each kind: the text before `spec` of the pod. */
export const POD_PATHS: { readonly [kind: string]: string } = {
  CronJob: 'spec.jobTemplate.spec.template.',
  DaemonSet: 'spec.template.',
  Deployment: 'spec.template.',
  Job: 'spec.template.',
  Pod: '',
  ReplicaSet: 'spec.template.',
  StatefulSet: 'spec.template.',
};

/**
 * The row of a field; undefined if there is none. The kind's own row comes before the one of all pods or all kinds. A row covers everything below its
 * path, so the nearest ancestor counts. A path looks like `spec.containers[*].image`, followed by `=VALUE` to look up one value.
 */
export function rowFor(rows: Rows, kind: string, path: string): string | undefined {
  const pods = POD_PATHS[kind];
  const own = nearest(rows[kind], path);
  if (own !== undefined) {
    return own;
  }
  if (pods !== undefined && path.startsWith(`${pods}spec.`)) {
    return nearest(rows.pod, path.slice(pods.length));
  }
  return path.startsWith('metadata.') ? nearest(rows.any, path) : undefined;
}

function nearest(section: { readonly [path: string]: string } | undefined, path: string): string | undefined {
  const [field] = path.split('=', 1);
  if (section === undefined || section[path] !== undefined) {
    return section?.[path];
  }
  const segments = field.split('.');
  for (let length = segments.length; length > 0; length--) {
    const row = section[segments.slice(0, length).join('.').replace(/\[\*\]$/, '')];
    if (row !== undefined) {
      return row;
    }
  }
  return undefined;
}
