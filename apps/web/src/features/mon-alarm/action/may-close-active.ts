import { useCan } from '@/lib/permissions/use-rights.ts'

/** Whether the signed-in user may close an alarm whose condition still holds. */
export const useMayCloseActive = (): boolean => useCan('mon:alarm:closeActive')
