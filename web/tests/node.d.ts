// The few declarations of Node that the tests use: its types are not a dependency.

declare module "node:http" {
  export interface IncomingMessage {
    readonly headers: Readonly<Record<string, string | undefined>>;
    on(event: "data", listener: (part: { toString(): string }) => void): void;
    on(event: "end", listener: () => void): void;
  }
  export interface ServerResponse {
    writeHead(status: number, headers: Record<string, string>): ServerResponse;
    write(text: string): void;
    end(text?: string): void;
  }
  export interface Server {
    listen(port: number, host: string, ready: () => void): void;
    address(): { readonly port: number };
    close(done: () => void): void;
    closeAllConnections(): void;
  }
  export function createServer(serve: (request: IncomingMessage, response: ServerResponse) => void): Server;
}

declare module "node:process" {
  interface CpuUsage {
    /** In microseconds. */
    readonly user: number;
    readonly system: number;
  }
  export function cpuUsage(before?: CpuUsage): CpuUsage;
}
