/**
 * A 2D context for jsdom, which has none: drawing is a no-op, text is measured by its length. The appearance is covered
 * by the browser tests; here the code around the canvas runs.
 */
export function stubCanvas(): void {
  const context = new Proxy<Record<string, unknown>>(
    {
      getImageData: (_x: number, _y: number, width: number, height: number) => ({ width, height }),
      measureText: (text: string) => ({ width: text.length * 7 }),
      createLinearGradient: () => ({ addColorStop() {} }),
    },
    { get: (target, key) => target[String(key)] ?? (() => undefined), set: () => true },
  )
  globalThis.Path2D ??= function PathStub() {} as unknown as typeof Path2D
  HTMLCanvasElement.prototype.getContext = ((kind: string) =>
    kind === '2d' ? context : null) as unknown as HTMLCanvasElement['getContext']
}
