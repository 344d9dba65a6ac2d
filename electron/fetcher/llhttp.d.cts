export declare const llhttpBytes: () => Buffer<ArrayBuffer>;
