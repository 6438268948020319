"""A passkey as a browser once made it, for pages that list somebody's passkeys."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator

CREDENTIAL: dict[str, Any] = {
    "id": "j0yx2UYLXAWwe1hYOCldRg8ll6ZjwZVRbEOwOi_SBp8",
    "rawId": "j0yx2UYLXAWwe1hYOCldRg8ll6ZjwZVRbEOwOi_SBp8",
    "type": "public-key",
    "response": {
        "transports": ["internal"],
        "clientDataJSON": (
            "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiS296Z24zN0lWTnF3ZzNaRlRXZD"
            "M5SC0xSXotMGpzV092eWdwZnhma0xXdyIsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhvc3Q6MzQ4ODci"
            "LCJjcm9zc09yaWdpbiI6ZmFsc2V9"
        ),
        "attestationObject": (
            "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikSZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuo"
            "Mdl2NFAAAAAQECAwQFBgcIAQIDBAUGBwgAII9MsdlGC1wFsHtYWDgpXUYPJZemY8GVUWxDsDov0gaf"
            "pQECAyYgASFYIEciuHLn83TMjJkvECecksDOBENFiNZ5SFiSYfMvfhEoIlggAhX6lmsMKS32aOTHdf"
            "OxTG9TyMSQEsTpYjjQ2i0FJH8"
        ),
    },
    "clientExtensionResults": {"credProps": {"rk": True}},
    "authenticatorAttachment": "platform",
}


def passkey_make(user: Any, name: str = "My laptop") -> Authenticator:
    """Give somebody this passkey."""
    passkey: Authenticator = Authenticator.objects.create(
        user=user,
        type=Authenticator.Type.WEBAUTHN,
        data={"name": name, "credential": CREDENTIAL},
    )
    return passkey
