import { checkPath, customMetrics } from './metrics';
import { CustomEngineOptions } from './options';
import { forbidden, invalid, required } from '../../base/errors/invalid-input';
import { isLate } from '../../given/given-type';
import { collecting } from '../../given/mistakes/collecting';
import { EngineMetrics } from '../../knowledge/engines/engine-metric';
import { checkPortName, checkPortNumber, checkVariableName } from '../../kubernetes/refused/names';
import { checkDevicesPerPod, longestStreamOf, parallelismOf } from '../engine-options';
import { EngineContainer, EngineModel, EngineParallelism, EnginePlan, EngineRole, deviceCount, devicesSum } from '../engine-plan';

const FIELD = 'InferenceEngine.custom';

/** Checked options of one engine. */
interface Custom {
  readonly options: CustomEngineOptions;
  readonly port: number;
  readonly portName: string;
  readonly healthPath: string;
  readonly readinessPath: string;
  readonly parallelism: EngineParallelism;
  readonly drain?: EnginePlan['drain'];
  readonly longestStreamSeconds: number;
  readonly metrics?: EngineMetrics;
}

function checked(options: CustomEngineOptions): Custom {
  return collecting(options, (given, attempt) => {
    (['name', 'version', 'model', 'image'] as const).forEach(property => attempt(() => checkText(property, given[property])));
    const port = attempt(() => checkPortNumber(`${FIELD}(port)`, given.port));
    const portName = attempt(() => checkPortName(`${FIELD}(portName)`, given.portName ?? 'http'));
    const healthPath = attempt(() => checkPath(`${FIELD}(healthPath)`, given.healthPath));
    const readinessPath = attempt(() => checkPath(`${FIELD}(readinessPath)`, given.readinessPath ?? given.healthPath));
    const parallelism = attempt(() => parallelismOf(FIELD, given));
    attempt(() => Object.keys(given.environment ?? {}).forEach(name => checkVariableName(`${FIELD}(environment)[${name}]`, name)));
    const drain = attempt(() => drainOf(given));
    const longestStreamSeconds = attempt(() => drainedStreamOf(given, drain));
    const metrics = attempt(() => given.metrics && customMetrics(`${FIELD}(metrics)`, given.metrics));
    return { options: given, port, portName, healthPath, readinessPath, parallelism, drain, longestStreamSeconds, metrics };
  });
}

export function customModel(options: CustomEngineOptions): EngineModel {
  const custom = checked(options);
  return {
    factory: 'custom',
    name: options.name,
    version: options.version,
    served: options.model,
    parallelism: custom.parallelism,
    checkContainer: (field, given) => checkContainer(field, given, options),
    plan: role => planCustom(custom, role),
    isNamedBy: image => image === options.image,
  };
}

function planCustom(custom: Custom, role: EngineRole): EnginePlan {
  checkAlone(custom, role);
  const { options, parallelism, drain, longestStreamSeconds } = custom;
  return {
    model: options.model,
    image: options.image,
    command: options.command && [...options.command],
    args: [...options.args ?? []],
    port: custom.port,
    portName: custom.portName,
    healthPath: custom.healthPath,
    readinessPath: custom.readinessPath,
    serves: role.kind !== 'worker',
    devices: deviceCount(parallelism),
    devicesSum: devicesSum(parallelism),
    env: Object.entries(options.environment ?? {}).map(([name, value]) => ({ name, value })),
    reserved: Object.keys(options.environment ?? {}),
    drain,
    noDrainReason: drain ? undefined : 'no drainFlag is given',
    longestStreamSeconds,
    metrics: custom.metrics,
    consequences: [],
    advice: [],
  };
}

/** How a server spans pods (who leads, what a worker runs, what it does when one is lost) is more than a few facts. */
function checkAlone({ options, parallelism }: Custom, role: EngineRole): void {
  if (role.kind === 'single') {
    return;
  }
  if (role.pods > 1) {
    throw forbidden('engine', `${options.name} is given by its facts, and they do not say how its processes in ${role.pods} pods find each other, which of them answer, and what they do when one is lost`,
      'use size: 1, or leave engine out and give leader and container their own command lines');
  }
  checkDevicesPerPod(parallelism, role);
}

function checkText(property: 'name' | 'version' | 'model' | 'image', text: string): void {
  if (!isLate(text) && text.trim() === '') {
    throw required(`${FIELD}(${property})`, 'the library knows nothing of this server by itself', `give its ${property}`);
  }
}

/** The seconds stand in `args` alone, so that there are no two statements of them. */
function drainOf({ drainFlag, args = [] }: CustomEngineOptions): EnginePlan['drain'] {
  if (drainFlag === undefined) {
    return undefined;
  }
  const field = `${FIELD}(drainFlag)`;
  const index = args.findIndex(word => word === drainFlag || word.startsWith(`${drainFlag}=`));
  if (index < 0 || drainFlag === '') {
    throw invalid(field, drainFlag, 'is not among args, so nobody tells the server how long to drain', `add it there with its seconds: args: ['${drainFlag || '--shutdown-timeout'}', '60']`);
  }
  const value = args[index] === drainFlag ? args[index + 1] : args[index].slice(drainFlag.length + 1);
  if (value === undefined || !/^[1-9]\d{0,5}$/.test(value)) {
    throw invalid(field, value ?? drainFlag, 'must be followed by whole seconds above 0: the grace period is reckoned with them', `write ['${drainFlag}', '60']`);
  }
  return { flag: drainFlag, seconds: Number(value) };
}

function drainedStreamOf({ longestStream }: CustomEngineOptions, drain: EnginePlan['drain']): number {
  const field = `${FIELD}(longestStream)`;
  const seconds = longestStreamOf(FIELD, longestStream, drain?.seconds);
  if (drain && seconds > drain.seconds) {
    throw invalid(field, `${seconds}s`, `is longer than ${drain.flag} ${drain.seconds} in args: the server would cut such a request off`, `give ${drain.flag} ${seconds}, or shorten longestStream`);
  }
  return seconds;
}

function checkContainer(field: string, given: EngineContainer, { environment = {} }: CustomEngineOptions): [] {
  const paths = [
    ...given.variables.map(name => ({ name, path: `${field}.envVariables[${name}]` })),
    ...(given.secretVariables ?? []).map(name => ({ name, path: `${field}.secretEnv[${name}]` })),
  ];
  const twin = paths.find(({ name }) => Object.keys(environment).includes(name));
  if (twin) {
    throw forbidden(twin.path, `${twin.name} is in the environment of the engine already`, 'set it in one place');
  }
  return [];
}
