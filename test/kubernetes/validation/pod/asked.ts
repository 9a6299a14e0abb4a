import { ServerContext } from '../../../../src/kubernetes/validation/context';
import { Errors } from '../../../../src/kubernetes/validation/errors';
import { Path } from '../../../../src/kubernetes/validation/path';
import { validatePod } from '../../../../src/kubernetes/validation/pod/pod';
import { validatePodTemplate } from '../../../../src/kubernetes/validation/pod/pod-template';

export interface Asked {
  readonly minor?: string;
  readonly gates?: Readonly<Record<string, boolean>>;
  readonly metadata?: unknown;
}

const MAIN = { name: 'main', image: 'registry.example/main:1' };

function said(validate: (context: ServerContext, errors: Errors) => void, { minor = '1.36', gates }: Asked): Errors {
  const errors = new Errors();
  validate(new ServerContext(minor, gates), errors);
  return errors;
}

const short = ({ list }: Errors) => list.map(({ field, reason }) => `${field}: ${reason.replace('FieldValue', '')}`);

/** `field: Reason` of all that is wrong with a template of one good container, changed. */
export function template(spec: object, asked: Asked = {}): string[] {
  const body = { metadata: asked.metadata, spec: { containers: [MAIN], ...spec } };
  return short(said((context, errors) => validatePodTemplate(body, Path.root('template'), context, errors), asked)).map(text => text.replace(/^template\.spec\./, ''));
}

/** The same of a pod itself. */
export function pod(spec: object, asked: Asked = {}): string[] {
  const body: any = { metadata: asked.metadata ?? { name: 'a' }, spec: { containers: [MAIN], ...spec } };
  return short(said((context, errors) => validatePod(body, context, errors), asked)).map(text => text.replace(/^spec\./, ''));
}

/** What is wrong with a container of a template that has a volume `work` and a claim `gpu`. */
export function container(fields: object, asked: Asked = {}, rest: object = {}): string[] {
  const volumes = [{ name: 'work', emptyDir: {} }, { name: 'disk', persistentVolumeClaim: { claimName: 'disk' } }];
  const spec = { volumes, resourceClaims: [{ name: 'gpu', resourceClaimName: 'gpu' }], ...rest, containers: [{ ...MAIN, ...fields }] };
  return template(spec, asked).map(text => text.replace(/^containers\[0\]\./, ''));
}

const whole = ({ list }: Errors) => list.map(({ field, message }) => `${field}: ${message}`);

/** Whole messages of a template. */
export function messages(spec: object, asked: Asked = {}): string[] {
  const body = { metadata: asked.metadata, spec: { containers: [MAIN], ...spec } };
  return whole(said((context, errors) => validatePodTemplate(body, Path.root('template'), context, errors), asked));
}

/** Whole messages of a pod itself. */
export function podMessages(spec: object, asked: Asked = {}): string[] {
  const body: any = { metadata: { name: 'a', ...asked.metadata as object }, spec: { containers: [MAIN], ...spec } };
  return whole(said((context, errors) => validatePod(body, context, errors), asked));
}

/** Messages without what they say of how names are written. */
export function brief(texts: readonly string[]): string[] {
  return texts.map(text => text.replace(/(a lowercase RFC 1123 \w+|name part) must.*/s, '$1'));
}
