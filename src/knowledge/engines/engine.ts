import { EngineMetric } from './engine-metric';
import { ServedPaths, ServerPort } from '../servers';
import { TableName } from './flags/tables';

/** Names of one flag: with their dashes, and `-` inside. */
export type FlagNames = ReadonlySet<string>;

export function names(...all: string[]): FlagNames {
  return new Set(all);
}

/**
 * A program that computes with devices, or starts those that do: all that rules and constructs know of it. A new one is a file beside this one and a
 * line in `engines.ts`; whoever asks about engines asks for what they have, never for their names (a test holds the sources to it).
 */
export interface Engine {
  /** As commands write it: `vllm`. No two engines share it. */
  readonly name: string;
  /** As people write it: `vLLM`. */
  readonly title: string;
  /** Programs that start it. */
  readonly programs: readonly Program[];
  /** Modules that start it behind `python -m`. */
  readonly modules: readonly string[];
  /** An image that starts it with nothing but arguments. */
  readonly image?: EngineImage;
  /** Whether its processes talk through shared memory, so that two devices and more need more than the 64 MiB of a container. */
  readonly sharesMemory: boolean;
  /** What answers requests. */
  readonly serves?: Serving;
  /** What starts the processes of a training. */
  readonly launches?: Launching;
  /** Where it is told the address of rank 0, with or without a port. */
  readonly rendezvous?: readonly Setting[];
  /** What starts a part of a cluster that other programs run in. */
  readonly cluster?: ClusterPart;
  /** A variable that it reads and that a Service of a certain name sets. */
  readonly misreads?: MisreadLink;
  /** Beginning of the names of the series that it exports. */
  readonly series?: string;
  /** Those of them that were read in its sources; releases may have more. */
  readonly exports?: readonly EngineMetric[];
  /** What its command line takes. */
  readonly commandLine?: CommandLine;
  readonly source: string;
}

/** What is known of the words that a server is started with. */
export interface CommandLine {
  /** Flags and variables by release. */
  readonly table: TableName;
  /** What starts it with these flags: a program, a module; another one of the same engine may have a parser of its own. */
  readonly starters: readonly string[];
  /** How a name of several words may be written: `--max-len`, `--max_len`, or both. */
  readonly spelling: 'dashes' | 'underscores' | 'either';
  /** Whether the beginning of a name is taken for it. */
  readonly takesBeginnings: boolean;
  /** Whether `--no-x` stands for the contrary of `--x`. */
  readonly negates?: boolean;
  /** Whether the entry point of its image lets a shell split its words once more. */
  readonly splitsWords?: boolean;
  /** Whether `MAX_LEN` says what `--max-len` does. */
  readonly hasVariableOfEachFlag?: boolean;
  /** Whether `--x=3` says what `--x 3` does. @default true */
  readonly hasEqualsForm?: boolean;
  /** Whether `--x.key` sets one key of what `--x` takes. */
  readonly hasKeys?: boolean;
  /** Repositories whose tags are its releases: of the project itself, and of anybody who may have changed it. */
  readonly published: RegExp;
  readonly built?: RegExp;
  /** What does the work of a flag that is gone. */
  readonly replaced?: { readonly [flag: string]: string };
  /** What it refuses of a value. */
  readonly values: readonly FlagValues[];
  /** Flags that it refuses without another one. */
  readonly needs?: readonly FlagNeed[];
  /** Two numbers of which one may not be above the other, or not as large. */
  readonly orders?: readonly FlagOrder[];
  /** Beginning of the names of its own variables, where all of them are in the table. */
  readonly variables?: string;
}

/** Where one setting is told: the flag wins. */
export interface Setting {
  readonly flags: FlagNames;
  readonly variable?: string;
}

/** What a setting takes. */
export interface FlagValues extends Setting {
  /** Whether it is a number, and between which. */
  readonly number?: {
    readonly isWhole?: boolean;
    readonly above?: number;
    readonly least?: number;
    readonly most?: number;
  };
  /** Every word that some release takes, and what people write for these. */
  readonly words?: FlagWords;
  readonly source: string;
}

/** Words of a setting. */
export interface FlagWords {
  readonly all: readonly string[];
  readonly meant: { readonly [written: string]: string };
  /** Whether a plugin may add some: then those that are neither meant nor like one of them are refused by images of the project alone, which have none. */
  readonly mayBeMore?: boolean;
}

/** A flag that ends the start without another one. */
export interface FlagNeed {
  readonly flag: string;
  readonly needs: string;
  readonly source: string;
}

/** `small` must be below `large`, or at most that. */
export interface FlagOrder {
  readonly small: Setting;
  readonly large: Setting;
  readonly mayBeEqual: boolean;
  readonly source: string;
}

/** A program by its name, with the word that must follow. */
export interface Program {
  readonly name: string;
  readonly verb?: string;
  /** Words that make it start something else. */
  readonly otherVerbs?: readonly string[];
}

/** An image by its name. */
export interface EngineImage {
  readonly pattern: RegExp;
  /** What it starts. */
  readonly entrypoint: readonly string[];
  /** The port that its own variable says, where the program has another default. */
  readonly port?: number;
  /** Those that compute with the processor. */
  readonly forProcessor?: RegExp;
  /** Whether it serves something without a word, told by variables. */
  readonly needsNoWords?: boolean;
}

/** What is known of an engine that serves models. */
export interface Serving {
  readonly port: ServerPort;
  /** Others, for scrapers. */
  readonly morePorts?: readonly ServerPort[];
  /** On its port; absent where they were not looked up. */
  readonly paths?: ServedPaths;
  /** Share of the memory of a GPU that it takes for weights and cache: what it is told, or at most this. */
  readonly memoryShare?: { readonly flags: FlagNames; readonly otherwise: number };
  /** What makes weights smaller while they are loaded, or leaves some of them elsewhere. */
  readonly shrinks?: readonly Setting[];
  /** Where it puts what it downloads. */
  readonly cache?: WeightsCache;
  /** The longest request and answer that it is told to take, which a model has a bound for. */
  readonly context?: ContextLength;
  /** Where it is told the model. */
  readonly model?: ToldModel;
  /** Absent where no flag counts devices: it computes with all that it finds. */
  readonly cuts?: Cuts;
  /** Whether it also serves from the processor, models of any size: neither a device nor minutes of loading can be taken for granted. */
  readonly needsNoDevice?: boolean;
  /** Flag of a process that computes for another one and opens no port. */
  readonly headless?: string;
  /** Whether, over several nodes, the process of rank 0 alone answers. */
  readonly servesAtRankZero?: boolean;
  /** Flag with the seconds that it leaves running requests after the stop signal. */
  readonly drain?: string;
  /** How it meets the other side, where prefill and decode are apart. */
  readonly meets?: Meeting;
}

/** Where an engine is told the model that it serves. */
export interface ToldModel {
  readonly flags: FlagNames;
  /** The flag wins. */
  readonly variable?: string;
  /** Whether its first word may be the model, behind the words that start it: it wins over the flag. */
  readonly isFirstWord?: boolean;
}

/** How an engine is told a length in tokens. */
export interface ContextLength {
  readonly flags: FlagNames;
  /** Flags that stretch the bound of the model. */
  readonly stretched: FlagNames;
  /** The variable by which it takes a longer one at one's own risk. */
  readonly allowed: string;
  readonly source: string;
}

/** The folder of downloads: of the flag, else of the first variable that is set, else that of the image. */
export interface WeightsCache {
  readonly flags: FlagNames;
  readonly variables: readonly string[];
  /** In the image that the project publishes. */
  readonly folder: string;
  readonly source: string;
}

/** A side channel on which instances introduce themselves to each other. */
export interface Meeting {
  readonly flags: FlagNames;
  /** What the flag says where there is one. */
  readonly connector: string;
  /** The address at which others find it. */
  readonly hostVariable: string;
  /** What it is when nobody says. */
  readonly host: string;
}

/** Flags that say how the model is cut over devices and nodes. */
export interface Cuts {
  readonly tensor: FlagNames;
  readonly pipeline: FlagNames;
  readonly data: FlagNames;
  readonly nodes: FlagNames;
  /** Copies of the model in this pod. */
  readonly dataLocal?: FlagNames;
  /** This process is one copy. */
  readonly dataRank?: FlagNames;
  /** First copy of this pod. */
  readonly dataStart?: FlagNames;
  /** Where the process with the first copy is. */
  readonly dataAddress?: FlagNames;
  /** Place of this pod among the nodes. */
  readonly nodeRank?: FlagNames;
  /** Spreads experts over tensor- and data-parallel ranks. */
  readonly experts?: FlagNames;
  /** What spreads the processes: `mp` and `uni` are its own, anything else is a cluster around it. */
  readonly backends?: readonly FlagNames[];
  /** With it the data-parallel ranks are those of tensor parallelism. */
  readonly dataWithinTensor?: FlagNames;
  /** What cuts in a way that is not counted here. */
  readonly uncounted: FlagNames;
  /** The variable that says what `tensor` does. */
  readonly tensorVariable?: string;
  /** Whether it is cut over all devices that it finds, unless it is told otherwise. */
  readonly takesAll?: boolean;
  /** The variable that says what `uncounted` does. */
  readonly uncountedVariable?: string;
}

/** What is known of a launcher of training. */
export interface Launching {
  /** What makes it wait for them at its own address. */
  readonly alone?: FlagNames;
  /** How many nodes it is told to wait for. */
  readonly nodes?: LaunchCount & { readonly mayBeRange?: boolean };
  /** Place of this pod among the nodes; what else gives places. */
  readonly nodeRank?: Setting & { readonly unless: Setting };
  /** How many processes it starts on a node. */
  readonly processes?: LaunchCount & {
    /** Without a word. */
    readonly implied?: number;
  };
  /** Whether what it starts is a script, behind which no flag is its own. */
  readonly startsScript: boolean;
  /** Whether its processes wait for each other before the first of them works. */
  readonly meetsAtStart: boolean;
  /** Whether it fills the slots of a host file, and takes `-np`. */
  readonly fillsSlots?: boolean;
  /** How long it leaves its processes after the stop signal. */
  readonly killsAfter?: { readonly seconds: number; readonly flags: FlagNames; readonly variable: string };
  /** What it ends with when a process failed, whatever that ended with. */
  readonly exitCode?: number;
}

/** A number by flag or variable. */
export type LaunchCount = Setting;

/** A part of a cluster. */
export interface ClusterPart {
  /** Words of the part that the others join. */
  readonly head: readonly string[];
  /** How many parts the head waits for, itself among them. */
  readonly nodes?: FlagNames;
  /** A program that leaves its processes in the background and returns, unless a flag keeps it. */
  readonly returns?: { readonly program: string; readonly unless: FlagNames };
  /** How many devices it is told of. */
  readonly devices: FlagNames;
  /** What its parts share on one node. */
  readonly store?: SharedStore;
}

/** A store of objects in `/dev/shm`; on disk where there is less of that. */
export interface SharedStore {
  /** Bytes of it. */
  readonly size: FlagNames;
  /** The same among the parameters of an operator. */
  readonly parameter: string;
  /** Puts it elsewhere. */
  readonly folder: FlagNames;
  /** Share of the memory that it takes where nobody says. */
  readonly share: number;
  /** Bytes up to which it goes to disk, and a share is cut to where `/dev/shm` is smaller; a larger one does not start, unless the variable allows it. */
  readonly mostOnDisk: number;
  readonly allowed: string;
}

/** A Service whose link shadows a variable. */
export interface MisreadLink {
  readonly service: string;
  readonly variable: string;
  /** What images and commands of the program look like. */
  readonly pattern: RegExp;
}

/** A flag that the library writes, or that nobody may. */
export interface OwnFlag {
  readonly names: FlagNames;
  readonly because: string;
  readonly instead: string;
  /** Its value is a credential. */
  readonly secret?: boolean;
}
