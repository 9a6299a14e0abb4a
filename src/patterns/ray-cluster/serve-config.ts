import { invalid } from '../../base/errors/invalid-input';
import { isObject } from '../../base/plain';
import { readStrictly } from '../../kubernetes/yaml/read-strictly';

const HELP = 'write it with `serve build`: a mapping with a list of applications, each with import_path';

/** What Ray Serve would refuse once the cluster runs. Source: ray python/ray/serve/schema.py ServeDeploySchema; KubeRay only passes the text on. */
export function checkServeConfig(field: string, text: string): void {
  const [document, second] = readStrictly(text);
  if (!document || second) {
    throw invalid(field, shortened(text), document ? 'has several documents, of which one is read' : 'is empty', HELP);
  }
  if ('error' in document) {
    throw invalid(field, shortened(text), `is not YAML: ${document.error}`, HELP);
  }
  const applications = isObject(document.value) ? document.value.applications : undefined;
  if (!Array.isArray(applications) || applications.length === 0) {
    throw invalid(field, shortened(text), 'has no list of applications', HELP);
  }
  applications.forEach((application, index) => {
    if (!isObject(application) || typeof application.import_path !== 'string') {
      throw invalid(field, shortened(text), `applications[${index}] has no import_path`, HELP);
    }
  });
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
