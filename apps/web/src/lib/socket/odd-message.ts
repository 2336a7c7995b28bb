/** A message that does not belong here: ignored, and left in the browser's log for whoever looks for it (D-38). */
export function logOddMessage(socket: 'notice' | 'grid', text: string): void {
  // oxlint-disable-next-line no-console -- the one trace of a message that is otherwise dropped
  console.warn(`${socket} socket: message ignored`, text.slice(0, 200))
}
