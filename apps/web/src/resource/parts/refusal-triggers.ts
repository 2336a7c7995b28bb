/** The reason for a refusal is reachable by mouse and keyboard. */
export const REFUSAL_TRIGGERS: ('hover' | 'focus')[] = ['hover', 'focus']
