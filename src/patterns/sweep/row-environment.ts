import { carriesMistakes } from '../../given/mistakes/carried';
import { checkImage } from '../../pod/container/image';

/**
 * Who copies the row's file to where the kubelet can read it.
 */
export interface KubeletRowOptions {
  /**
   * Image of the init container that runs `cp`. A shell is not needed.
   *
   * @default - the image of `container`, which is pulled anyway; give another one, like busybox:1.37, where it has no `cp`
   */
  readonly copyImage?: string;
}

/**
 * How the parameters of a row become variables of its container. One pod template serves all rows, and Kubernetes has no variable whose source depends on
 * the index, so something must choose. Whatever is chosen, the row is mounted as `/sweep/row.json` (`ROW_FILE`), without a shell.
 */
export class RowEnvironment {
  /**
   * The kubelet reads them from a file (`fileKeyRef`), which an init container has copied: an image without a shell will do. Needs Kubernetes 1.35, nodes
   * included; a node of before leaves the variables empty. Refused: empty values and values with a single quote, which the format cannot say.
   *
   * Source: KEP-3721 (beta and on since 1.35); pkg/kubelet/util/env/env.go ParseEnv (v1.36)
   *
   * @param options The image that copies.
   */
  public static byKubelet(options: KubeletRowOptions = {}): RowEnvironment {
    if (options.copyImage !== undefined) {
      checkImage('RowEnvironment.byKubelet(copyImage)', options.copyImage);
    }
    return new RowEnvironment('kubelet', options.copyImage);
  }

  /**
   * A shell reads them before it becomes the command: for any minor, and images with `/bin/sh`. Needs `container.command`. In `command` and `args`
   * `$(NAME)` is the parameter, as it is with `byKubelet`.
   */
  public static byShell(): RowEnvironment {
    return new RowEnvironment('shell');
  }

  /**
   * No variables: the program reads `/sweep/row.json`. For any minor and any image; `$(NAME)` of a parameter is refused in `command` and `args`.
   */
  public static fileOnly(): RowEnvironment {
    return new RowEnvironment('file');
  }

  private constructor(
    /** @internal */ public readonly _kind: 'kubelet' | 'shell' | 'file',
    /** @internal */ public readonly _copyImage?: string) {}
}

carriesMistakes(RowEnvironment, () => RowEnvironment.fileOnly());
