export declare function scratchFolder(): string;
