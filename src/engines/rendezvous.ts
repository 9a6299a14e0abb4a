import { JAX, MPI, TENSORFLOW, TORCH } from './frameworks';
import { wholeNumber, invalid } from '../base/errors/invalid-input';
import { carriesMistakes } from '../given/mistakes/carried';
import { checkPortNumber } from '../kubernetes/refused/names';

/** The ways processes find each other. */
export type RendezvousKind = 'plain' | 'ray' | 'torchrun' | 'jax' | 'mpi' | 'tensorflow';

/**
 * A rendezvous on one port of the leader.
 */
export interface RendezvousPortOptions {
  /**
   * Port on the leader.
   *
   * @default - 29500
   */
  readonly port?: number;
}

/**
 * Open MPI over ssh.
 */
export interface MpiOptions {
  /**
   * Name of the Secret with the key pair: `ssh-privatekey` and `ssh-publickey` (the type `kubernetes.io/ssh-auth` plus the public key).
   */
  readonly sshSecretName: string;

  /**
   * Home folder of the user that runs the image, where `.ssh` is mounted.
   *
   * @default - /root
   */
  readonly home?: string;
}

/**
 * TensorFlow's cluster description.
 */
export interface TensorFlowOptions {
  /**
   * Parameter servers. With at least one, index 0 is the chief, the next indexes are the parameter servers and the rest are workers; the
   * servers never end, so the run succeeds when the chief does. With none, every index is a worker.
   *
   * @default 0
   */
  readonly parameterServers?: number;

  /**
   * Port of every process's server.
   *
   * @default 2222
   */
  readonly port?: number;
}

/**
 * How the processes of one world find each other: which variables, ports and entry points the pods get.
 */
export class Rendezvous {
  /**
   * Nothing framework-specific: the index, the size and the leader's address.
   */
  public static plain(): Rendezvous {
    return new Rendezvous('plain');
  }

  /**
   * A Ray cluster: the leader runs `ray start --head` and then the given command, workers join it. Serving only, since a Ray node does not end.
   */
  public static ray(): Rendezvous {
    return new Rendezvous('ray');
  }

  /**
   * torchrun (PyTorch): the `PET_` variables that stand for its flags, so that the command is just `torchrun train.py`.
   *
   * @param options Port on the leader.
   */
  public static torchrun(options: RendezvousPortOptions = {}): Rendezvous {
    return new Rendezvous('torchrun', checkPort('Rendezvous.torchrun(port)', options.port ?? TORCH.port));
  }

  /**
   * JAX: `jax.distributed.initialize()` without arguments. One process for each pod drives all of its devices.
   *
   * @param options Port on the leader.
   */
  public static jax(options: RendezvousPortOptions = {}): Rendezvous {
    return new Rendezvous('jax', checkPort('Rendezvous.jax(port)', options.port ?? JAX.port));
  }

  /**
   * Open MPI: index 0 runs the given `mpirun`, every pod runs sshd on port 2222 with the key of a Secret. The image needs sshd.
   *
   * @param options The Secret with the key pair.
   */
  public static mpi(options: MpiOptions): Rendezvous {
    if (!options.sshSecretName) {
      throw invalid('Rendezvous.mpi(sshSecretName)', options.sshSecretName, 'must name the Secret with ssh-privatekey and ssh-publickey', 'give the name of a Secret of the type kubernetes.io/ssh-auth');
    }
    return new Rendezvous('mpi', MPI.sshPort, options);
  }

  /**
   * TensorFlow: `TF_CONFIG` for the process's index.
   *
   * @param options Parameter servers and port.
   */
  public static tensorFlow(options: TensorFlowOptions = {}): Rendezvous {
    wholeNumber('Rendezvous.tensorFlow(parameterServers)', options.parameterServers ?? 0, { min: 0 });
    return new Rendezvous('tensorflow', checkPort('Rendezvous.tensorFlow(port)', options.port ?? TENSORFLOW.port), undefined, options);
  }

  private constructor(
    /** @internal */ public readonly _kind: RendezvousKind,
    /** @internal */ public readonly _port?: number,
    /** @internal */ public readonly _mpi?: MpiOptions,
    /** @internal */ public readonly _tensorFlow?: TensorFlowOptions) {}

  /**
   * Whether all processes work on one thing together, so that the loss of one stops all.
   *
   * @internal
   */
  public get _isCollective(): boolean {
    return this._kind !== 'plain';
  }

  /**
   * Whether the framework's processes end when the work is done.
   *
   * @internal
   */
  public get _runsToCompletion(): boolean {
    return this._kind === 'torchrun' || this._kind === 'jax' || this._kind === 'mpi' || this._kind === 'tensorflow';
  }
}

function checkPort(field: string, port: number): number {
  return checkPortNumber(field, port);
}

carriesMistakes(Rendezvous, () => Rendezvous.plain());
