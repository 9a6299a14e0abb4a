import { TENSORFLOW } from '../../engines/frameworks';
import { carriesMistakes } from '../../given/mistakes/carried';
import { checkPortNumber } from '../../kubernetes/refused/names';

/** Source: dmlc/ps-lite src/postoffice.cc, src/zmq_van.h (DMLC_USE_KUBERNETES: the scheduler binds all addresses, since a Pod cannot bind its name early). */
export const DMLC = {
  port: 9091,
  role: 'DMLC_ROLE',
  rootHost: 'DMLC_PS_ROOT_URI',
  rootPort: 'DMLC_PS_ROOT_PORT',
  servers: 'DMLC_NUM_SERVER',
  workers: 'DMLC_NUM_WORKER',
  onKubernetes: 'DMLC_USE_KUBERNETES',
} as const;

/**
 * The port by which processes find each other.
 */
export interface ParameterServerPortOptions {
  /**
   * Port: of every task with TensorFlow, of the scheduler with DMLC.
   *
   * @default - 2222 with TensorFlow, 9091 with DMLC
   */
  readonly port?: number;
}

/**
 * The framework whose processes are parameter servers and workers: it decides the variables, and who ends the run.
 */
export class ParameterServerFramework {
  /**
   * TensorFlow: `TF_CONFIG` with the address of every task and the pod's own place. With a chief the run ends when it does, since parameter servers and
   * workers of `ParameterServerStrategy` wait for ever; without one when all workers do.
   *
   * @param options The port.
   */
  public static tensorFlow(options: ParameterServerPortOptions = {}): ParameterServerFramework {
    return new ParameterServerFramework('tensorflow', checkPortNumber('ParameterServerFramework.tensorFlow(port)', options.port ?? TENSORFLOW.port));
  }

  /**
   * DMLC ps-lite (MXNet, BytePS): `DMLC_ROLE` and the address of a scheduler, one more pod. The run ends when all workers do.
   *
   * @param options The port of the scheduler.
   */
  public static dmlc(options: ParameterServerPortOptions = {}): ParameterServerFramework {
    return new ParameterServerFramework('dmlc', checkPortNumber('ParameterServerFramework.dmlc(port)', options.port ?? DMLC.port));
  }

  private constructor(
    /** @internal */ public readonly _kind: 'tensorflow' | 'dmlc',
    /** @internal */ public readonly _port: number) {}
}

carriesMistakes(ParameterServerFramework, () => ParameterServerFramework.tensorFlow());
