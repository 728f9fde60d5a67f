export declare function createTempFolder(): string;
