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
  explain PATH…|-    says what manifests come to: what runs where, the sums, starts and stops,
                     what restarts when
  adopt PATH…|-      writes an app of constructs that gives deployed manifests back
  explain ID         prints the page of one finding: cdk8s-ai explain AIW2103
  rules              lists everything that can be found
  init [FOLDER]      writes a project: an app, its test, CI, folders for GitOps

Options of lint, explain and adopt
  --kubernetes V     minor to check for, 1.33 to 1.37; repeat it, or say all   [1.36]
  --feature-gate G   gate that differs from the defaults of the minor: Name=true; repeat it
  --api G/V          extension API, or built-in version that is switched on; repeat it
  --zones A,B        zones of the nodes
  --spare-gpus N     GPUs that are free beside those of the running pods
  --gpus-per-node N  GPUs of the largest node
  --config FILE      configuration instead of the nearest .cdk8s-ai.yaml; --no-config reads none
  --ignore GLOB      files of folders that are not read, relative to the working folder; repeat it
  --render           builds the kustomizations and charts of folders with kustomize, kubectl
                     and helm of the PATH, and reads what comes of them
  --allow-empty      input without any object is no error: status 0
  --color, --no-color

Options of lint
  --format F         text, json, sarif, github, junit or checkstyle            [text]
  --severity S       what makes the exit status 1: error, warning or info; text
                     lists infos only when they count                          [error]
  --each             every file is an input of its own: alternatives, one applied at a time
  --whole            a folder is applied as a whole: what two of its files make alike is an error
  --summary          a line for each rule instead of the findings
  --fix              shows as a diff what can be fixed for certain; with --write it is written
  --skip ID|KIND     leaves out findings of an id (AIW2103), or about a kind; repeat it
  --baseline FILE    passes over the findings that FILE holds and tells new ones
  --write-baseline   writes the findings of this run to that file
  --against PATH     what is deployed now: says what replacing it would do
  --server FILE      kubeconfig of a cluster that is asked as well (dry run)
  --allow-exec-plugin
                     runs the program that the kubeconfig names for credentials

Options of explain
  --format F         text, json, markdown, html or mermaid       [the ending of --output]
  --output FILE      writes there instead of to standard output
  --only GLOB        workloads of this name, or namespace/name; repeat it

Options of adopt
  --out DIR          empty folder that the app is written to
  --compare PATH     writes nothing: compares PATH with what the command names, field by field

Options of rules
  --format F         text or json                                              [text]

Options of init
  --language L       typescript, python, go or java
  --ci C             github or gitlab                                          [github]
  --dry-run          lists the files and writes nothing

Exit status: 0 nothing at or above the severity, 1 findings (lint), differences
(adopt), 2 unusable input or options.
`;
