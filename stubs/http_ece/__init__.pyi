from cryptography.hazmat.primitives.asymmetric import ec

def encrypt(
    content: bytes,
    *,
    private_key: ec.EllipticCurvePrivateKey,
    dh: bytes,
    auth_secret: bytes,
    version: str,
) -> bytes: ...
def decrypt(
    content: bytes, *, private_key: ec.EllipticCurvePrivateKey, auth_secret: bytes, version: str
) -> bytes: ...
