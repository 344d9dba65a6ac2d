/** The parts of the Chrome DevTools Protocol that we read. Line and column numbers count from 0 there. */

export interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
  readonly browserContextId?: string;
}
export interface AttachedToTarget {
  readonly sessionId: string;
  readonly targetInfo: TargetInfo;
}
export interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}
export interface StackTrace {
  readonly callFrames: readonly CallFrame[];
  readonly parent?: StackTrace;
}
export interface RequestPaused {
  readonly requestId: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly initialPriority: string;
  };
  readonly frameId: string;
  readonly resourceType: string;
  readonly networkId?: string;
}
export interface RequestWillBeSent {
  readonly requestId: string;
  readonly request: { readonly url: string; readonly initialPriority: string };
  readonly documentURL: string;
  readonly type?: string;
  readonly initiator: {
    readonly type: string;
    readonly url?: string;
    readonly lineNumber?: number;
    readonly stack?: StackTrace;
  };
}
export interface RemoteObject {
  readonly type: string;
  readonly subtype?: string;
  readonly value?: unknown;
  readonly unserializableValue?: string;
  readonly description?: string;
}
export interface ConsoleApiCalled {
  readonly type: string;
  readonly args: readonly RemoteObject[];
  readonly stackTrace?: StackTrace;
}
export interface ExceptionThrown {
  readonly exceptionDetails: {
    readonly text: string;
    readonly url?: string;
    readonly lineNumber: number;
    readonly columnNumber: number;
    readonly stackTrace?: StackTrace;
    readonly exception?: RemoteObject;
  };
}
export interface LogEntryAdded {
  readonly entry: {
    readonly source: string;
    readonly level: string;
    readonly text: string;
    readonly url?: string;
    readonly lineNumber?: number;
    readonly stackTrace?: StackTrace;
  };
}
export interface Evaluated<T> {
  readonly result: { readonly value?: T; readonly objectId?: string };
  readonly exceptionDetails?: { readonly text: string };
}
