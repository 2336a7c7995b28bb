import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { findFile, hasAvatar } from './files.repository.ts'

/**
 * Checks that a picture may be a person's avatar; absent, empty and unchanged ones pass, since clients send whole rows
 * back.
 *
 * @param subjectId the person; absent = a user being added
 * @throws AppError account.avatar_refused
 */
export type AssertAvatar = (actor: SessionUser, avatar: string | null | undefined, subjectId?: string) => Promise<void>

/** Whether an external picture may be shown: from an https host on the list. */
export function isPictureOf(hosts: readonly string[], avatar: string): boolean {
  const url = URL.canParse(avatar) ? new URL(avatar) : undefined
  return url?.protocol === 'https:' && hosts.includes(url.host) && url.username === '' && url.password === ''
}

/** Allows a picture uploaded by the sender, or one from an https host on the list. */
export function createAvatarCheck(db: Db, hosts: readonly string[]): AssertAvatar {
  async function isOwnPicture(actor: SessionUser, path: string): Promise<boolean> {
    const file = await findFile(db, path)
    if (file === undefined || file.isPrivate || !file.mimeType.startsWith('image/')) return false
    return file.ownerId === actor.userId && file.tenantId === actor.tenantId
  }
  return async (actor, avatar, subjectId) => {
    if (avatar == null || avatar === '' || isPictureOf(hosts, avatar)) return
    if (subjectId !== undefined && (await hasAvatar(db, subjectId, avatar))) return
    if (!(await isOwnPicture(actor, avatar))) throw new AppError('account.avatar_refused')
  }
}
