import * as kplus from 'cdk8s-plus-28';
import * as fc from 'fast-check';
import { Expressions, Setting, absent, calls, flag, lists, literals, maps, members, mostly, oneOf, partly, sometimes, remembered } from './combinators';
import { configMap, secret } from './references';
import { INHERITED, formed, names, texts } from './texts';

const VARIABLES = ['LOG_LEVEL', 'NCCL_DEBUG', 'HF_HOME', 'OMP_NUM_THREADS', 'A', 'B_2', 'PYTHONUNBUFFERED', 'VLLM_LOGGING_LEVEL'];

/** What patterns and engines inject, what looks like a credential or is a switch that does, and what is no name of a variable. */
const ODD_VARIABLES = [
  '', ' ', 'A=B', '1A', 'a.b', 'a-b', 'with blank', '\u00e9', 'A\n', 'x'.repeat(300), 'HF_TOKEN', 'HF_HUB_DISABLE_IMPLICIT_TOKEN', 'DB_PASSWORD', 'LEADER_ADDRESS', 'LWS_GROUP_SIZE', 'LWS_WORKER_INDEX',
  'JOB_COMPLETION_INDEX', 'POD_INDEX', 'ZONE', 'RUN_ID', 'PET_NNODES', 'RAY_ADDRESS', 'TF_CONFIG', 'VLLM_PORT', 'VLLM_HOST_IP', 'VLLM_UNKNOWN', 'HF_HUB_OFFLINE', ...INHERITED,
];

export const variableNames = remembered((setting: Setting): fc.Arbitrary<string> => {
  return mostly(setting, fc.constantFrom(...VARIABLES), fc.constantFrom(...ODD_VARIABLES));
});

function variableValue(setting: Setting): Expressions {
  const key = formed(setting, fc.constantFrom('key', 'a.b', 'A_1'));
  return fc.oneof(
    { weight: 6, arbitrary: calls('kplus.EnvValue.fromValue', literals(texts(setting))) },
    {
      weight: 1,
      arbitrary: oneOf(
        calls('kplus.EnvValue.fromFieldRef', members('kplus.EnvFieldPaths', withoutMaps(kplus.EnvFieldPaths))),
        calls('kplus.EnvValue.fromResource', members('kplus.ResourceFieldPaths', kplus.ResourceFieldPaths)),
        calls('kplus.EnvValue.fromConfigMap', configMap(setting), key, sometimes(partly<kplus.EnvValueFromConfigMapOptions>({ optional: flag }))),
        calls('kplus.EnvValue.fromSecretValue', partly<kplus.SecretValue>({ secret: secret(setting), key }), sometimes(partly<kplus.EnvValueFromSecretOptions>({ optional: flag })))),
    });
}

/** Without the paths that need a key of a label or an annotation. */
function withoutMaps(paths: object): object {
  return Object.fromEntries(Object.entries(paths).filter(([name]) => !name.startsWith('POD_LABEL') && !name.startsWith('POD_ANNOTATION')));
}

export const variables = remembered((setting: Setting): Expressions => {
  return maps(variableNames(setting), variableValue(setting), 4, 1);
});

export const secretVariables = remembered((setting: Setting): Expressions => {
  const name = mostly(setting, fc.constantFrom('HF_TOKEN', 'API_KEY', 'VLLM_API_KEY'), fc.constantFrom(...ODD_VARIABLES, ...VARIABLES));
  return maps(name, secretKey(setting), 2, 1);
});

export function secretKey(setting: Setting): Expressions {
  const key = formed(setting, fc.constantFrom('token', 'a.b', 'KEY_1'));
  return oneOf(
    calls('SecretKey.fromName', literals(names(setting, 'hub', 'hub.token')), key),
    calls('SecretKey.fromSecret', secret(setting), key));
}

export const environmentSources = remembered((setting: Setting): Expressions => {
  const prefix = absent(60, formed(setting, fc.constantFrom('P_', 'APP_')));
  return lists(oneOf(calls('kplus.Env.fromConfigMap', configMap(setting), prefix), calls('kplus.Env.fromSecret', secret(setting))), 1, 2);
});
