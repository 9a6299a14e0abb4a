import { FindingClass } from '../../../../base/findings/finding';
import { asList, asShown } from '../../../../base/reading';
import { MisreadLink } from '../../../../knowledge/engines/engine';
import { ENGINES } from '../../../../knowledge/engines/engines';
import { Manifest } from '../../../../kubernetes/manifest';
import { templates } from '../../../facts/carried-pods';
import { writtenWords } from '../../../facts/entry-script';
import { Facts } from '../../../facts/facts';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';

/** A program that reads a variable which is also the link to a Service of a certain name. */
interface Shadow extends MisreadLink {
  /** A flag that is set instead: then the program does not read the variable. */
  readonly unless?: RegExp;
  readonly program: string;
  readonly class: FindingClass;
}

/** Source: mlflow/cli.py (auto_envvar_prefix); jupyter_server serverapp.py; gradio/networking.py; torch/distributed/rendezvous.py */
const SHADOWS: readonly Shadow[] = [
  ...ENGINES.flatMap(({ title, misreads }) => (misreads ? [{ ...misreads, program: title, class: 'broken' as const }] : [])),
  { service: 'mlflow', variable: 'MLFLOW_PORT', program: 'MLflow', pattern: /\bmlflow (server|ui)\b/, unless: /\s(?:--port|-p)(?:[\s=]|\d)/, class: 'broken' },
  { service: 'jupyter', variable: 'JUPYTER_PORT', program: 'Jupyter', pattern: /\bjupyter(-lab|-notebook| lab| notebook)\b/, unless: /\s--(?:port|ServerApp\.port|NotebookApp\.port)[\s=]/, class: 'risky' },
  { service: 'gradio-server', variable: 'GRADIO_SERVER_PORT', program: 'Gradio', pattern: /\bgradio\b/, class: 'risky' },
  { service: 'master', variable: 'MASTER_PORT', program: 'torch.distributed', pattern: /\bpython[\d.]* \S*train\w*\.py\b/, class: 'risky' },
];

/** Variables that nobody wrote. */
export const serviceLinkShadowsVariable: Rule = {
  id: 'AIW2905',
  title: 'service gives the engine a variable that it misreads',
  class: 'broken',
  reason: 'For every Service of the namespace the kubelet sets variables named after it: a Service "vllm" gives VLLM_PORT=tcp://10.0.0.1:8000, and vLLM, which takes that for its port, does not start.',
  source: 'pkg/kubelet/envvars/envvars.go makeLinkVariables (v1.36); vllm#34199, #18209; defilantech/LLMKube#358, #361; opea-project/GenAIInfra#612',
  remedy: 'Set enableServiceLinks: false in the pod template, or give the Service another name.',
  appliesTo: ['every carrier of pods beside a Service of such a name'],
  but: 'warning where it is less sure that the program reads the variable',
  check: (facts, report) => {
    const linked = linkedServices(facts);
    for (const pods of facts.get(templates)) {
      if (pods.spec.enableServiceLinks !== false) {
        checkPods(pods, linked, report);
      }
    }
  },
};

/** Services with an address, by place and name, of the names that matter. */
function linkedServices(facts: Facts): Map<string, Manifest> {
  const names = new Set(SHADOWS.map(each => each.service));
  return new Map(facts.ofType('Service').filter(({ name, spec }) => names.has(name) && spec.clusterIP !== 'None' && spec.type !== 'ExternalName')
    .map(service => [`${service.place}/${service.name}`, service]));
}

function checkPods(pods: PodSet, linked: ReadonlyMap<string, Manifest>, report: Report): void {
  for (const shadow of SHADOWS) {
    const service = linked.get(`${pods.place}/${shadow.service}`);
    const reader = service && pods.containers.find(placed => reads(placed, shadow));
    if (reader) {
      report(pods.carrier, {
        field: `${reader.field}.name`,
        message: `Invalid value: "${shadow.variable}": ${service.toString()} sets it to tcp://…, which ${shadow.program} in container "${reader.name}" takes for its port`,
        class: shadow.class,
        help: `set ${pods.at('enableServiceLinks')} to false, or name the Service otherwise`,
      });
    }
  }
}

/** A variable of the container itself wins over a link, and a flag over both. */
function reads(placed: PlacedContainer, { variable, pattern, unless }: Shadow): boolean {
  if (asList(placed.container.env).some(({ name }) => name === variable)) {
    return false;
  }
  const words = writtenWords(placed).map(({ text }) => text).join(' ').slice(0, MOST_READ);
  return (pattern.test(asShown(placed.container.image)) || pattern.test(words)) && unless?.test(words) !== true;
}

const MOST_READ = 4000;
