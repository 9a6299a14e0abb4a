import { enginesByPods } from '../../../facts/engine-command';
import { ProbeName, probeBudget } from '../../../facts/probe-budget';
import { headlessFlag } from '../../../facts/world';
import { Rule } from '../../rule';

const PROBES: readonly ProbeName[] = ['startupProbe', 'livenessProbe', 'readinessProbe'];

/** A probe asks where nobody listens. */
export const headlessWorkerProbed: Rule = {
  id: 'AIW2717',
  title: 'probe asks a worker that serves nothing',
  class: 'broken',
  reason: 'vllm serve --headless starts workers of an engine and no API server: a probe over the network never succeeds, so the pod is never ready, or is restarted for ever with its group.',
  source: 'vllm vllm/entrypoints/cli/serve.py (run_headless); lws examples for vLLM without Ray (no probes on workers)',
  remedy: 'Give such workers no probe, or one that looks at the process (exec); the leader\'s probes speak for the group.',
  appliesTo: ['every carrier of pods that starts vLLM with --headless'],
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      const programs = new Map(commands.map(each => [each.placed, each]));
      // Another program of the container may answer.
      commands.filter(each => headlessFlag(each) === undefined).forEach(each => programs.delete(each.placed));
      for (const command of programs.values()) {
        const probe = PROBES.map(name => ({ name, budget: probeBudget(command.placed, name) })).find(each => each.budget?.isOverNetwork);
        if (probe) {
          report(pods.carrier, {
            field: probe.budget!.field,
            message: `Invalid value: ${JSON.stringify(probe.name)}: ${command.engine.title} with ${headlessFlag(command)} opens no port, so this never succeeds`,
            help: 'remove the probe from the workers',
          });
        }
      }
    }
  },
};
