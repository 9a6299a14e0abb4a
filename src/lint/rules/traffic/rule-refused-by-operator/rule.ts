import { PlainObject } from '../../../../base/plain';
import { asObject, asText, isPresent } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { rulesOf } from '../../../facts/queries';
import { Report, Rule } from '../../rule';

/** A rule that Prometheus' own reader of rules refuses. */
export const ruleRefusedByOperator: Rule = {
  id: 'AIW2828',
  title: 'rule that the Prometheus operator refuses',
  class: 'broken',
  reason: 'The definition of PrometheusRule takes what Prometheus does not: a rule that alerts and records at once or does neither, an alert\'s fields on a recording rule, names with a slash. The webhook of the operator refuses the object; without the webhook the operator leaves it out, with all its alerts.',
  source: 'prometheus model/rulefmt/rulefmt.go Rule.Validate (v3.16); prometheus-operator pkg/operator/rules.go (v0.85)',
  remedy: 'Give each rule either alert or record, an expression, and names of letters, digits and underscores.',
  appliesTo: ['PrometheusRule'],
  but: 'warning for names, which a newer operator may take',
  check: (facts, report) => {
    facts.ofType('monitoring.coreos.com/PrometheusRule').forEach(object => rulesOf(object).forEach(({ rule, field }) => checkRule(report, object, rule, field)));
  },
};

const SERIES_NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LABEL_NAME = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

/** Prometheus 3 takes any name; the operator does not yet (prometheus-operator#7362). */
const OF_BEFORE = { class: 'risky' as const, help: 'use letters, digits and underscores, and no digit first: the operator takes no others, whatever Prometheus does' };

function checkRule(report: Report, object: Manifest, rule: PlainObject, field: string): void {
  const record = asText(rule.record);
  const alert = asText(rule.alert);
  const told: Told = (path, message, more) => report(object, { field: `${field}${path}`, message, ...more });
  if (record !== undefined && alert !== undefined) {
    told('.record', "Forbidden: only one of 'record' and 'alert' must be set", { help: 'make two rules of it' });
  } else if (record === undefined && alert === undefined) {
    told('', "Required value: one of 'record' or 'alert' must be set", { help: 'name the alert, or the series that it records' });
  }
  if (record !== undefined) {
    checkRecording(told, rule, record);
  }
  for (const map of ['labels', 'annotations'] as const) {
    Object.keys(asObject(rule[map])).filter(name => !LABEL_NAME.test(name)).forEach(name => told(`.${map}[${name}]`, `Invalid value: ${JSON.stringify(name)}: invalid name`, OF_BEFORE));
  }
  if (isPresent(asObject(rule.labels).__name__)) {
    told('.labels[__name__]', 'Invalid value: "__name__": invalid label name', { help: 'leave it out: the name of an alert is alert' });
  }
}

type Told = (path: string, message: string, more: { readonly help: string; readonly class?: 'risky' }) => void;

function checkRecording(told: Told, rule: PlainObject, record: string): void {
  if (/[{}]/.test(record)) {
    told('.record', `Invalid value: ${JSON.stringify(record)}: braces present in the recording rule name`, { help: 'give the name alone; labels are in labels' });
  } else if (!SERIES_NAME.test(record)) {
    told('.record', `Invalid value: ${JSON.stringify(record)}: invalid name`, OF_BEFORE);
  }
  if (Object.keys(asObject(rule.annotations)).length > 0) {
    told('.annotations', "Forbidden: invalid field 'annotations' in recording rule", { help: 'leave it out: it is of alerts alone' });
  }
  for (const name of ['for', 'keep_firing_for'] as const) {
    const given = asText(rule[name]);
    if (given !== undefined && !/^0[a-z]*$/.test(given)) {
      told(`.${name}`, `Forbidden: invalid field '${name}' in recording rule`, { help: 'leave it out: it is of alerts alone' });
    }
  }
}
