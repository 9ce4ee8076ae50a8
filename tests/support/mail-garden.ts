import { test, type APIRequestContext } from '@playwright/test';
import { freePort } from './free-port.ts';
import { startGarden, type RunningGarden } from './server.ts';
import { startSmtpServer, type SmtpServer } from './smtp-server.ts';

/** A garden of its own whose mails arrive. */
export interface MailGarden {
  smtp: SmtpServer;
  garden: RunningGarden;
  /** Opens links without a session, as mail programs do before anybody reads. */
  scanner: APIRequestContext;
}

/** Starts such a garden for the stories of a file, which go on one after the other, and ends it after them. */
export function mailGarden(): MailGarden {
  const place = {} as MailGarden;
  test.describe.configure({ mode: 'serial' });
  test.beforeAll(async ({ playwright }) => {
    test.setTimeout(180_000);
    place.smtp = await startSmtpServer();
    place.garden = await startGarden(await freePort(), { SMTP_URL: place.smtp.url });
    place.scanner = await playwright.request.newContext();
  });
  test.afterAll(async () => {
    await place.scanner?.dispose();
    await place.garden?.stop();
    await place.smtp?.close();
  });
  return place;
}
