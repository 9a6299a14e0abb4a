import { refuseAs, refuseText } from './refused';
import { invalid } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { validateAnnotations } from '../validation/metadata';
import { labelValue, qualifiedName } from '../validation/names';
import { Path } from '../validation/path';

/** Whether a text has the form of a label's key. */
export function isKey(text: string): boolean {
  return qualifiedName(text).length === 0;
}

/** Whether a node or a pod can carry the value; an empty one says nothing. */
export function isLabelValue(text: string): boolean {
  return text !== '' && labelValue(text).length === 0;
}

/** Labels as the API server takes them. */
export function checkLabels(field: string, labels: Labels): void {
  for (const [key, value] of Object.entries(labels)) {
    checkKey(field, key);
    if (typeof value === 'string') {
      refuseText(`${field}[${key}]`, value, labelValue(value), 'shorten it, or keep such text in an annotation');
    }
  }
}

/** Labels that may be left out. */
export function checkedLabels(field: string, labels: Labels = {}): Labels {
  checkLabels(field, labels);
  return labels;
}

/** Labels and annotations as the API server takes them; an annotation's key may have upper-case letters in its prefix, its value may be any text. */
export function checkMetadata(field: string, labels: Labels, annotations: Labels): void {
  checkLabels(`${field}.labels`, labels);
  Object.keys(annotations).forEach(key => refuseConstructor(`${field}.annotations`, key));
  refuseAs(({ field: at, reason }) => ({ field: at, help: reason === 'FieldValueTooLong' ? 'keep large data in a ConfigMap' : EXAMPLE }),
    errors => validateAnnotations(annotations, Path.root(`${field}.annotations`), errors));
}

const EXAMPLE = 'for example example.com/team';

/** Keys of labels and taints are of one form. An empty taint key would not be none: it tolerates every taint. */
export function checkKey(field: string, key: string): void {
  refuseConstructor(field, key);
  refuseText(field, key, qualifiedName(key), EXAMPLE);
}

/** An entry that cdk8s cannot write. Source: cdk8s src/_util.ts sanitizeValue (v2.70) */
export function refuseConstructor(field: string, key: string): void {
  if (key === 'constructor') {
    throw invalid(field, key, 'cannot be written: cdk8s takes an entry of that name for a class', 'call it something else');
  }
}
