// The connection of a live page to its program. It reconnects when the connection is lost.

const PAUSE = 500; // before the next attempt [ms]

export class Connection {
  private socket: WebSocket | null = null;
  private latest: ArrayBuffer | null = null;
  private isOpen = false;

  constructor(private readonly changed: (connected: boolean) => void) {
    this.connect();
  }

  get connected(): boolean {
    return this.isOpen;
  }

  private connect(): void {
    const socket = new WebSocket(`ws://${location.host}/live${location.search}`);
    socket.binaryType = "arraybuffer";
    socket.addEventListener("open", () => this.setOpen(true));
    socket.addEventListener("message", (event) => (this.latest = event.data as ArrayBuffer));
    socket.addEventListener("close", () => {
      this.setOpen(false);
      setTimeout(() => this.connect(), PAUSE);
    });
    this.socket = socket;
  }
  private setOpen(open: boolean): void {
    this.isOpen = open;
    this.changed(open);
  }

  send(message: Record<string, unknown>): void {
    if (this.isOpen) this.socket?.send(JSON.stringify(message));
  }
  /** The latest frame, once. */
  take(): ArrayBuffer | null {
    const frame = this.latest;
    this.latest = null;
    return frame;
  }
}
