/** A refusal is read with the mouse and with the keyboard. */
export const REFUSAL_TRIGGERS: ('hover' | 'focus')[] = ['hover', 'focus']
