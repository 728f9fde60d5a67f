export function bestNode(): string;
