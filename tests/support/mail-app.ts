import { test, type APIRequestContext } from '@playwright/test';
import { freePort } from './free-port.ts';
import { moveIn } from './moved-in.ts';
import { startApp, type RunningApp } from './server.ts';
import { startSmtpServer, type SmtpServer } from './smtp-server.ts';

/** An app of its own whose mails arrive. */
export interface MailApp {
  smtp: SmtpServer;
  app: RunningApp;
  /** Opens links without a session, as mail programs do before anybody reads. */
  scanner: APIRequestContext;
}

/** Starts such an app for the stories of a file, which build on each other, and stops it after them. */
export function startMailApp(): MailApp {
  const place = {} as MailApp;
  test.describe.configure({ mode: 'serial' });
  test.beforeAll(async ({ playwright }) => {
    test.setTimeout(180_000);
    place.smtp = await startSmtpServer();
    place.app = await startApp(await freePort(), { SMTP_URL: place.smtp.url });
    await moveIn(place.app);
    place.scanner = await playwright.request.newContext();
  });
  test.afterAll(async () => {
    await place.scanner?.dispose();
    await place.app?.stop();
    await place.smtp?.close();
  });
  return place;
}
