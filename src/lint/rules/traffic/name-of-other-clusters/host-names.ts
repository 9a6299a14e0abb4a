import { containerTexts } from '../../../facts/container-texts';
import { PodSet } from '../../../facts/pod-set';

/** A name of a Service in the words of a container. */
export interface HostName {
  readonly text: string;
  readonly field: string;
  readonly name: string;
  readonly place: string;
  /** Whether it is that of all clusters. */
  readonly isOfAll: boolean;
  /** Labels in front of the name of the Service; undefined where a variable stands among them. */
  readonly inFront?: number;
}

/** What cannot be part of a host, a variable aside: `http://$(HOST).db.prod.svc/x` has one word that can. */
const BETWEEN = /[^\w.$(){}-]+/;
const DOMAIN = /^\.svc(?:\.(cluster|clusterset)\.local)?\.?$/;

export function hostNames({ containers }: PodSet): HostName[] {
  return containers.flatMap(containerTexts)
    .flatMap(({ text, field }) => (text.includes('.svc') ? text.split(BETWEEN).flatMap(word => hostOf(word, field)) : []));
}

function hostOf(word: string, field: string): HostName[] {
  const at = word.indexOf('.svc');
  const domain = at < 0 ? null : DOMAIN.exec(word.slice(at));
  const labels = word.slice(0, Math.max(at, 0)).split('.');
  const [name, place] = labels.slice(-2);
  if (!domain || labels.length < 2 || ![name, place].every(label => /^[a-z0-9-]+$/.test(label))) {
    return [];
  }
  const front = labels.slice(0, -2);
  return [{ text: word, field, name, place, isOfAll: domain[1] === 'clusterset', inFront: front.some(label => label.includes('$')) ? undefined : front.length }];
}
