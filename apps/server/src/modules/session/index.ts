export { deleteExpiredCaptchas } from './captcha.repository.ts'
export { createAddressLimiter, deleteOldGuards } from './login-guard.repository.ts'
export type { OpenedSession } from './open-session.ts'
export { hashPassword, verifyPassword } from './password.ts'
export {
  deleteExpiredSessions,
  findDepartsOfUser,
  findUserById,
  findUserByPhone,
  findUserByUsername,
  setUserOrgCode,
  type UserRecord,
} from './session.repository.ts'
export { registerSessionRoutes, visitorOf } from './session.routes.ts'
export { createSessionService, type SessionService } from './session.service.ts'
export type { Trial, Visitor } from './sign-in-gate.ts'
export { loadUserInfo } from './user-info.ts'
export { endOverViews } from './view-session.service.ts'
export { loadSubject } from './view-subject.ts'
