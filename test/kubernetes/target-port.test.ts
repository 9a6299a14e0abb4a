import { isPortSet, targetPortOf } from '../../src/kubernetes/target-port';

describe('The port of the pods behind a Service port', () => {
  test.each([undefined, null, 0, ''])('is the port of the Service where targetPort is %p', targetPort => {
    expect(targetPortOf({ port: 8080, targetPort })).toBe(8080);
    expect(isPortSet(targetPort)).toBe(false);
  });

  test.each([9090, 'http', '8080'])('is targetPort where that is %p', targetPort => {
    expect(targetPortOf({ port: 80, targetPort })).toBe(targetPort);
    expect(isPortSet(targetPort)).toBe(true);
  });
});
