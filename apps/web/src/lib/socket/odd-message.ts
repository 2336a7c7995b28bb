import { reportDefect } from '../report-defect.ts'

const SHOWN_CHARACTERS = 200

/** An unexpected message: ignored, and logged for diagnosis (D-38). */
export function logOddMessage(socket: 'notice' | 'grid', text: string): void {
  reportDefect(new Error(`Message ignored: ${text.slice(0, SHOWN_CHARACTERS)}`), `${socket} socket`)
}
