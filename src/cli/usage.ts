/** An error in the arguments; ends the program with status 2. */
export class UsageError extends Error {
  constructor(message: string, public readonly hint?: string) {
    super(message);
  }
}

export const USAGE = `Usage: cdk8s-ai <command> [options]

Says what a Kubernetes cluster would refuse, drop or never run, without asking one.

Commands
  lint [PATH…|-]     checks manifests: files, folders, globs; - or nothing reads standard input
  rules              lists everything that can be found
  explain ID         prints the page of one finding: cdk8s-ai explain AIW2103

Options of lint
  --kubernetes V     minor to check for, 1.33 to 1.36; repeat it, or say all   [newest]
  --format F         text, json or sarif                                       [text]
  --severity S       what makes the exit status 1: error, warning or info; text
                     lists infos only when they count                          [error]
  --against PATH     what is deployed now: says what replacing it would do
  --server FILE      kubeconfig of a cluster that is asked as well (dry run)
  --allow-exec-plugin
                     runs the program that the kubeconfig names for credentials
  --feature-gate G   gate that differs from the defaults of the minor: Name=true; repeat it
  --api G/V          extension API, or built-in version that is switched on; repeat it
  --zones A,B        zones of the nodes
  --spare-gpus N     GPUs that are free beside those of the running pods
  --gpus-per-node N  GPUs of the largest node
  --config FILE      configuration instead of the nearest .cdk8s-ai.yaml; --no-config reads none
  --allow-empty      input without any object is no error: status 0
  --color, --no-color

Options of rules
  --format F         text or json                                              [text]

Exit status: 0 nothing at or above the severity, 1 findings, 2 unusable input or options.
`;
