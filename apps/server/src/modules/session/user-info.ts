import type { UserInfo } from '@natim/contract/system/session'
import type { Db } from '../../platform/db/db.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import { findDepartsOfUser, findUserById, type UserRecord } from './session.repository.ts'

/** Lists every field that leaves the server; the password hash is not among them (contract/10 §4.1). */
export function toUserInfo(user: UserRecord, departNames: readonly string[]): UserInfo {
  return {
    id: user.id,
    username: user.username,
    realname: user.realname,
    avatar: user.avatar,
    birthday: user.birthday,
    sex: user.sex,
    email: user.email,
    phone: user.phone,
    telephone: user.telephone,
    orgCode: user.orgCode,
    orgCodeTxt: departNames.length > 0 ? departNames.join(',') : null,
    status: user.status,
    delFlag: user.delFlag,
    workNo: user.workNo,
    post: user.post,
    activitiSync: user.activitiSync,
    userIdentity: user.userIdentity,
    departIds: user.departIds,
    relTenantIds: user.relTenantIds,
    clientId: user.clientId,
    homePath: user.homePath,
    createBy: user.createBy,
    createTime: toDateTimeText(user.createTime),
    updateBy: user.updateBy,
    updateTime: toDateTimeText(user.updateTime),
  }
}

/** The current user object. */
export async function loadUserInfo(db: Db, userId: string): Promise<UserInfo> {
  const [user, departs] = await Promise.all([findUserById(db, userId), findDepartsOfUser(db, userId)])
  const departNames = departs.map((depart) => depart.departName)
  return toUserInfo(user, departNames)
}
