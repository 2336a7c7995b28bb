import { reportDefect } from '../report-defect.ts'

const SHOWN_CHARACTERS = 200

/** A message that does not belong here: ignored, and left in the log for whoever looks for it (D-38). */
export function logOddMessage(socket: 'notice' | 'grid', text: string): void {
  reportDefect(new Error(`Message ignored: ${text.slice(0, SHOWN_CHARACTERS)}`), `${socket} socket`)
}
