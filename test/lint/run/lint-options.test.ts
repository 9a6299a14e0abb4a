import { NO_CONFIGURATION } from '../../../src/lint/input/configuration';
import { Configuration } from '../../../src/lint/input/configuration-reader';
import { lintOptions, MINORS } from '../../../src/lint/run/lint-options';

const CLUSTER = {
  featureGates: { GenericWorkload: true, ImageVolume: true },
  apis: ['resource.k8s.io/v1beta1'],
  zones: ['a'],
  spareGpus: 1,
  gpusPerNode: 4,
};
const configured = (more: Partial<Configuration> = {}): Configuration => ({ ...NO_CONFIGURATION, ...more });
const minors = (kubernetes: readonly string[] | undefined, configuration = NO_CONFIGURATION) =>
  lintOptions({ kubernetes }, configuration).clusters.map(({ minor }) => minor);

describe('versions', () => {
  test.each<[string, string[] | undefined, string[]]>([
    ['two are sorted, the oldest first', ['1.36', '1.34'], ['1.34', '1.36']],
    ['one that is named twice is one', ['1.35', 'v1.35.2', ' 1.35 '], ['1.35']],
    ['all is every one of them, whatever stands beside it', ['1.34', 'all'], [...MINORS]],
    ['none is the default', undefined, ['1.36']],
    ['the oldest and the newest', [MINORS.at(-1)!, '1.33'], ['1.33', MINORS.at(-1)!]],
  ])('%s', (_, asked, expected) => {
    expect(minors(asked)).toEqual(expected);
  });

  test.each(['1.32', '1.99', '1', '1.3', '1.34.x', '2.34', '1.34-gke.1'])(
    'there is no table of %s, also where it is the second',
    asked => {
      expect(() => minors(['1.34', asked])).toThrow(
        `kubernetes ${asked}: there are tables of ${MINORS.join(', ')}; all is every one of them`,
      );
    },
  );

  test('of the configuration hold where none are asked for', () => {
    const configuration = configured({ kubernetes: ['1.35', '1.33'] });

    expect([minors(undefined, configuration), minors(['1.34'], configuration)]).toEqual([['1.33', '1.35'], ['1.34']]);
  });
});

describe('what is known of the cluster', () => {
  test('is that of the configuration, for each of two versions', () => {
    const { clusters } = lintOptions({ kubernetes: ['1.34', '1.35'] }, configured({ cluster: CLUSTER }));

    expect(clusters).toEqual([
      { minor: '1.34', ...CLUSTER },
      { minor: '1.35', ...CLUSTER },
    ]);
  });

  test('is what was asked, one by one, and gates are merged', () => {
    const asked = {
      apis: ['a/v1'],
      zones: [],
      spareGpus: 0,
      gpusPerNode: 8,
      featureGates: { ImageVolume: false, DRAAdminAccess: true },
    };

    const { clusters } = lintOptions(asked, configured({ cluster: CLUSTER }));

    expect(clusters).toEqual([
      { minor: '1.36', ...asked, featureGates: { GenericWorkload: true, ImageVolume: false, DRAAdminAccess: true } },
    ]);
  });

  test.each([
    ['the second gate of the options', { featureGates: { ImageVolume: true, ImageVolum: true } }, configured()],
    ['a gate of the configuration', {}, configured({ cluster: { ...CLUSTER, featureGates: { ImageVolum: true } } })],
  ])('knows no other gate: %s', (_, asked, configuration) => {
    expect(() => lintOptions(asked, configuration)).toThrow(
      `feature gate ImageVolum: no Kubernetes from 1.33 to ${MINORS.at(-1)} has it; did you mean ImageVolume?`,
    );
  });
});
