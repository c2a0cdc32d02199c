import { useEffect, useRef, useState } from 'react';
import { t } from '#web/i18n/t.ts';
import { Fault } from '../field.tsx';

/** The browser's BarcodeDetector, which is not in TypeScript's types yet. */
type Detector = new (options: {
  formats: string[];
}) => {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
};

const PAUSE_MS = 200;

interface ScanCodeProps {
  onFound: (number: string) => void;
  onStop: () => void;
}

export function ScanCode({ onFound, onStop }: ScanCodeProps) {
  const video = useRef<HTMLVideoElement>(null);
  const found = useRef(onFound);
  found.current = onFound;
  const [isFailed, setIsFailed] = useState(false);
  useEffect(() => {
    const stopping = new AbortController();
    watchCamera(video.current, stopping.signal).then(
      (number) => number !== undefined && found.current(number),
      () => setIsFailed(true),
    );
    return () => stopping.abort();
  }, []);
  return (
    <section className="card">
      {isFailed ? (
        <Fault>{t('gate-app.check.noCamera')}</Fault>
      ) : (
        <>
          <p>{t('gate-app.check.point')}</p>
          <video ref={video} className="camera" muted playsInline aria-label={t('gate-app.check.camera')} />
        </>
      )}
      <button type="button" onClick={onStop}>
        {t('gate-app.check.stopScan')}
      </button>
    </section>
  );
}

async function watchCamera(video: HTMLVideoElement | null, signal: AbortSignal): Promise<string | undefined> {
  const { BarcodeDetector } = globalThis as unknown as { BarcodeDetector: Detector };
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  try {
    if (!video) return undefined;
    video.srcObject = stream;
    await video.play();
    while (!signal.aborted) {
      const codes = await detector.detect(video).catch(() => []);
      const number = codes.map(({ rawValue }) => numberIn(rawValue)).find((one) => one !== undefined);
      if (number !== undefined) return signal.aborted ? undefined : number;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return undefined;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

/** Returns the ticket number from the URL in a ticket's QR code (contract/documents/ticket-paper.ts). */
function numberIn(code: string): string | undefined {
  const [, number] = /\/gate\/check\/([\w-]{1,30})$/.exec(code) ?? [];
  return number;
}
