import * as kplus from 'cdk8s-plus-28';
import { IMAGE, carry, chartIn, messageOf } from './carrier';
import { SecretKey } from '../../src';
import { withVariables } from '../hygiene/variables';

describe('environment', () => {
  withVariables({ TEST_REGION: 'eu-1' });

  test('every factory of EnvValue gives plain data', () => {
    const chart = chartIn();
    const settings = new kplus.ConfigMap(chart, 'Settings', { data: { mode: 'fast' } });
    const { main } = carry({
      container: {
        image: IMAGE,
        envVariables: {
          LITERAL: kplus.EnvValue.fromValue('on'),
          EMPTY: kplus.EnvValue.fromValue(''),
          MODE: kplus.EnvValue.fromConfigMap(settings, 'mode', { optional: true }),
          PASSWORD: kplus.EnvValue.fromSecretValue({ secret: kplus.Secret.fromSecretName(chart, 'Db', 'db'), key: 'password' }),
          NODE: kplus.EnvValue.fromFieldRef(kplus.EnvFieldPaths.NODE_NAME),
          TEAM: kplus.EnvValue.fromFieldRef(kplus.EnvFieldPaths.POD_LABEL, { key: 'team' }),
          CORES: kplus.EnvValue.fromResource(kplus.ResourceFieldPaths.CPU_LIMIT, { divisor: '1m' }),
          REGION: kplus.EnvValue.fromProcess('TEST_REGION'),
        },
        envFrom: [kplus.Env.fromConfigMap(settings, 'S_'), kplus.Env.fromSecret(kplus.Secret.fromSecretName(chart, 'All', 'all'))],
      },
    }, { chart });
    expect(main().env).toEqual([
      { name: 'LITERAL', value: 'on' },
      { name: 'EMPTY' },
      { name: 'MODE', valueFrom: { configMapKeyRef: { key: 'mode', name: settings.name, optional: true } } },
      { name: 'PASSWORD', valueFrom: { secretKeyRef: { key: 'password', name: 'db' } } },
      { name: 'NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
      { name: 'TEAM', valueFrom: { fieldRef: { fieldPath: "metadata.labels['team']" } } },
      { name: 'CORES', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '1m' } } },
      { name: 'REGION', value: 'eu-1' },
    ]);
    expect(main().envFrom).toEqual([{ configMapRef: { name: settings.name }, prefix: 'S_' }, { secretRef: { name: 'all' } }]);
  });

  test('secrets by name and by object come before the literals that may refer to them, and injected variables before all', () => {
    const chart = chartIn();
    const secret = new kplus.Secret(chart, 'Hub', { metadata: { name: 'hub' } });
    const { main } = carry({
      container: {
        image: IMAGE,
        secretEnv: { HF_TOKEN: SecretKey.fromName('hf', 'token'), HUB_KEY: SecretKey.fromSecret(secret, 'key') },
        envVariables: { AUTH: kplus.EnvValue.fromValue('Bearer $(HF_TOKEN) on $(RANK)') },
      },
    }, { chart, variation: { env: [{ name: 'RANK', value: '0' }] } });
    expect(main().env).toEqual([
      { name: 'RANK', value: '0' },
      { name: 'HF_TOKEN', valueFrom: { secretKeyRef: { name: 'hf', key: 'token' } } },
      { name: 'HUB_KEY', valueFrom: { secretKeyRef: { name: 'hub', key: 'key' } } },
      { name: 'AUTH', value: 'Bearer $(HF_TOKEN) on $(RANK)' },
    ]);
  });

  test('an injected variable cannot be shadowed, not even later', () => {
    const value = kplus.EnvValue.fromValue('3');
    expect(messageOf(() => carry({ container: { image: IMAGE, envVariables: { RANK: value } } })))
      .toMatch(/^prod: container\.envVariables\[RANK\]: Forbidden: RANK is set by the pattern.*\n {2}help: remove it, and read the injected one as \$\(RANK\)$/);
    expect(messageOf(() => carry({ sidecars: [{ image: 'x:1', secretEnv: { RANK: SecretKey.fromName('a', 'b') } }] })))
      .toContain('prod: sidecars[0].secretEnv: Duplicate value: "RANK": is set by the pattern');
    const { template } = carry();
    template.mainContainer.env.addVariable('RANK', value);
    expect(messageOf(() => template._recheck())).toContain('prod/Pods: container.envVariables[RANK]: Forbidden');
  });

  test('a variable cannot come from a secret and a literal', () => {
    expect(messageOf(() => carry({ container: { image: IMAGE, secretEnv: { A: SecretKey.fromName('a', 'b') }, envVariables: { A: kplus.EnvValue.fromValue('1') } } })))
      .toContain('container.secretEnv: Duplicate value: "A": is also in envVariables');
  });
});
