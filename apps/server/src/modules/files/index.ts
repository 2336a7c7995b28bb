export { type AssertAvatar, createAvatarCheck, isPictureOf } from './avatar.ts'
export { findFile } from './files.repository.ts'
export { registerFilesRoutes } from './files.routes.ts'
export { createFilesService, type FilesService } from './files.service.ts'
