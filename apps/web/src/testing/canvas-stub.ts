/**
 * A 2D context for jsdom, which has none: drawing goes nowhere, text is measured by its length. What a canvas looks
 * like is for the browser tests to say; here the code around it runs for real.
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
