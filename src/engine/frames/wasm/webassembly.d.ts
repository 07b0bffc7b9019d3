// The parts of the WebAssembly API that the engine uses. TypeScript has them in its DOM library only, and the engine
// must not see the DOM.
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Memory {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Instance {
    constructor(module: Module);
    readonly exports: unknown;
  }
}
